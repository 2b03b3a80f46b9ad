module github.com/urispec/urispec/examples/formats/jsonschema

go 1.26.0

replace github.com/urispec/urispec => ../../..

require (
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	github.com/urispec/urispec v0.0.0-00010101000000-000000000000
)

require (
	github.com/alecthomas/participle/v2 v2.1.4 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)
