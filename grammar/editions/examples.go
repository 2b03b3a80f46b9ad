package editions

import "embed"

// Examples has what the documents print as examples: for each edition the files
// EDITION/testdata/examples.tsv and EDITION/testdata/resolve.tsv. Their first lines describe
// their columns.
//
//go:embed */testdata/examples.tsv */testdata/resolve.tsv
var Examples embed.FS
