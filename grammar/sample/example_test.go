package sample_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/sample"
)

// Strings of a length, each equally likely.
func ExampleSampler() {
	host, err := editions.RFC3986.Language("IPv4address")
	if err != nil {
		fmt.Println(err)
		return
	}
	sampler, err := sample.NewSampler(host, 15)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(sampler.Count(10), "addresses have 10 characters, for example:")
	source := rand.NewPCG(1, 0)
	for range 3 {
		fmt.Println(string(sampler.Append(nil, source, 10)))
	}
	// Output:
	// 46008000 addresses have 10 characters, for example:
	// 30.65.30.4
	// 44.35.2.84
	// 25.46.53.4
}

// The fewest strings that use every transition of the automaton.
func ExampleNewCover() {
	literal, err := editions.RFC3986.Language("IPvFuture")
	if err != nil {
		fmt.Println(err)
		return
	}
	cover, err := sample.NewCover(literal)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range cover.Strings {
		fmt.Println(s)
	}
	// Output:
	// vaa.aagv.
	// va.g
	// va.v
	// va..
	// va.!
}

// Strings on which editions disagree.
func ExampleBetween() {
	all, err := sample.Between(editions.RFC1808.References(), editions.RFC2396.References(), editions.RFC3986.References())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, v := range all {
		fmt.Printf("%-8q %v\n", v.Text, v.Valid)
	}
	// Output:
	// ""       [true true true]
	// "~"      [false true true]
	// ":"      [true false false]
	// "?"      [true false true]
	// "%"      [false false false]
	// "?~"     [false false true]
	// "//:a"   [true true false]
	// "//:~"   [false true false]
}
