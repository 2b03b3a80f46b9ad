// The npm package uri-js: parse; resolve for targets.
//
// valid: parse sets no error.
// Not answered: the offset. Components are as parse gives them, which is normalized.
import uri from 'uri-js';
import { serve } from './serve.mjs';

serve((input, base) => {
  if (base !== undefined) return { target: uri.resolve(base, input) };
  const u = uri.parse(input);
  return {
    valid: u.error === undefined,
    scheme: u.scheme ?? null,
    userinfo: u.userinfo ?? null,
    host: u.host ?? null,
    port: u.port === undefined ? null : String(u.port),
    path: u.path ?? '',
    query: u.query ?? null,
    fragment: u.fragment ?? null,
  };
});
