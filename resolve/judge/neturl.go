package judge

import "net/url"

// NetURL is [url.Parse] as a parser, with [url.URL.ResolveReference] for targets. It says nothing
// of offsets. The host is that of [url.URL.Hostname], which has no brackets and whose escapes of
// other than US-ASCII are undone; the userinfo is what [url.Userinfo] makes of it again. The path is
// escaped again, or the opaque part. Where [url.URL] has "" both for what is absent and for what is
// empty, it is taken for absent.
func NetURL(q Question) Answer {
	u, err := url.Parse(q.Input)
	if err != nil {
		return Answer{Valid: new(false)}
	}
	orAbsent := func(text string) *string {
		if text == "" {
			return nil
		}
		return &text
	}
	a := Answer{Valid: new(true), Parts: Parts{
		"scheme":   orAbsent(u.Scheme),
		"userinfo": nil,
		"host":     orAbsent(u.Hostname()),
		"port":     orAbsent(u.Port()),
		"path":     new(u.EscapedPath()),
		"query":    orAbsent(u.RawQuery),
		"fragment": orAbsent(u.EscapedFragment()),
	}}
	if u.User != nil {
		a.Parts["userinfo"] = new(u.User.String())
	}
	if u.Opaque != "" {
		a.Parts["path"] = &u.Opaque
	}
	if u.ForceQuery {
		a.Parts["query"] = &u.RawQuery
	}
	if q.Base == nil {
		return a
	}
	base, err := url.Parse(*q.Base)
	if err != nil {
		return Answer{Valid: new(false)}
	}
	a.Parts[Target] = new(base.ResolveReference(u).String())
	return a
}
