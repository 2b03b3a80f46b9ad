// Package webpage has the files of the page: what "urispec serve" serves, and what the static
// page has beside its WebAssembly. They are plain HTML, CSS and JavaScript modules, but for
// the editor, which is built from npm packages (see cmd/urispec-page).
package webpage

import (
	"embed"
	"io/fs"
)

//go:embed web
var files embed.FS

// Files returns the files. The page is index.html. It asks its questions through ask.js,
// which sends them to the server that the page came from; a page without a server has
// another ask.js.
func Files() fs.FS {
	web, err := fs.Sub(files, "web")
	if err != nil {
		panic(err) // the name is valid
	}
	return web
}

// Policy is the Content-Security-Policy of the page: nothing comes from elsewhere, and no
// script or style is inline. The sources are further ones of scripts, such as
// 'wasm-unsafe-eval'.
func Policy(scripts string) string {
	return "default-src 'none'; script-src 'self'" + scripts + "; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
}
