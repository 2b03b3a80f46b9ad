module github.com/urispec/urispec/cmd/urivet/plugin

go 1.26.0

replace github.com/urispec/urispec => ../../..

require (
	github.com/golangci/plugin-module-register v0.1.2
	github.com/urispec/urispec v0.0.0-00010101000000-000000000000
	golang.org/x/tools v0.51.0
)

require (
	github.com/alecthomas/participle/v2 v2.1.4 // indirect
	golang.org/x/mod v0.41.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
)
