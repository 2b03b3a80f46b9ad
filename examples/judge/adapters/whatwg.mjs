// What the adapters of the URL class share, so that they ask the same of each implementation.

// ask answers a question by URL, the class of an implementation: new URL(input), or
// new URL(input, base) for a target.
//
// valid: the constructor throws no TypeError. It takes absolute URLs only, so a refused input that
// begins with no scheme gets no verdict.
// Not answered: the offset. Components are as the class gives them, which is normalized. Where it has
// '' for an absent component and for an empty one, the answer is null, so an empty one is lost; and so
// is a port that is the default of the scheme.
//
// It refers to nothing outside, because the adapter of Chromium sends its text to the browser.
export function ask(URL, input, base) {
  if (base !== undefined) {
    try {
      return { target: new URL(input, base).href };
    } catch {
      return { target: null };
    }
  }
  let u;
  try {
    u = new URL(input);
  } catch {
    return /^[A-Za-z][A-Za-z0-9+.-]*:/.test(input) ? { valid: false } : {};
  }
  return {
    valid: true,
    scheme: u.protocol.slice(0, -1),
    userinfo: u.username + (u.password && ':' + u.password) || null,
    host: u.hostname || null,
    port: u.port || null,
    path: u.pathname,
    query: u.search.slice(1) || null,
    fragment: u.hash.slice(1) || null,
  };
}
