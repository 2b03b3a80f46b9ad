module github.com/urispec/urispec/examples/judge

go 1.26.0

replace github.com/urispec/urispec => ../..

require (
	github.com/fredbi/uri v1.1.1
	github.com/google/go-cmp v0.7.0
	github.com/nlnwa/whatwg-url v0.6.2
	github.com/urispec/urispec v0.0.0-00010101000000-000000000000
)

require (
	github.com/alecthomas/participle/v2 v2.1.4 // indirect
	github.com/bits-and-blooms/bitset v1.20.0 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)
