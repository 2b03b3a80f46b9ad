module github.com/urispec/urispec/examples/engines/sqlite

go 1.26.0

replace github.com/urispec/urispec => ../../..

require (
	github.com/ncruces/go-sqlite3 v0.32.0
	github.com/urispec/urispec v0.0.0-00010101000000-000000000000
)

require (
	github.com/alecthomas/participle/v2 v2.1.4 // indirect
	github.com/ncruces/julianday v1.0.0 // indirect
	github.com/tetratelabs/wazero v1.11.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
)
