// The class URL of Node.js. See ask in whatwg.mjs for what the answers mean.
import { serve } from './serve.mjs';
import { ask } from './whatwg.mjs';

serve((input, base) => ask(URL, input, base));
