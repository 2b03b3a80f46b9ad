// The class URL of the npm package whatwg-url. See ask in whatwg.mjs for what the answers mean.
import whatwg from 'whatwg-url';
import { serve } from './serve.mjs';
import { ask } from './whatwg.mjs';

serve((input, base) => ask(whatwg.URL, input, base));
