module github.com/urispec/urispec/cmd/urispec-bench

go 1.26.0

replace github.com/urispec/urispec => ../..

require (
	github.com/alecthomas/kong v1.17.0
	github.com/fredbi/uri v1.1.1
	github.com/nlnwa/whatwg-url v0.6.2
	github.com/urispec/urispec v0.0.0-00010101000000-000000000000
)

require (
	github.com/alecthomas/participle/v2 v2.1.4 // indirect
	github.com/bits-and-blooms/bitset v1.20.0 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)
