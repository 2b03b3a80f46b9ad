package iri_test

import (
	"fmt"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve/iri"
)

func Example() {
	m, err := iri.New(editions.RFC3987, editions.RFC3986)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.ToURI("http://résumé.example.org/rosé", iri.Options{}))
	fmt.Println(m.ToURI("http://résumé.example.org/rosé", iri.Options{IDNA: true}))
	fmt.Println(m.ToIRI("http://xn--rsum-bpad.example.org/ros%C3%A9/r%E9sum%E9", iri.Options{}))
	fmt.Println(m.ToIRI("http://xn--rsum-bpad.example.org/ros%C3%A9", iri.Options{IDNA: true}))
	// Output:
	// http://r%C3%A9sum%C3%A9.example.org/ros%C3%A9 <nil>
	// http://xn--rsum-bpad.example.org/ros%C3%A9 <nil>
	// http://xn--rsum-bpad.example.org/rosé/r%E9sum%E9 <nil>
	// http://résumé.example.org/rosé <nil>
}

// The steps of section 3.2, as the examples of 3.2.1 show them.
func ExampleOptions_trace() {
	m, err := iri.New(editions.RFC3987, editions.RFC3986)
	if err != nil {
		fmt.Println(err)
		return
	}
	o := iri.Options{Trace: func(s iri.Step) { fmt.Println(s.Number, s.Result) }}
	_, err = m.ToIRI("/D%C3%BCrst/%FC/%e2%80%ae", o)
	fmt.Println(err)
	// Output:
	// 3.2 1 /D%C3%BCrst/%FC/%e2%80%ae
	// 3.2 2 /D<c3><bc>rst/<fc>/<e2><80><ae>
	// 3.2 3 /D<c3><bc>rst/%FC/<e2><80><ae>
	// 3.2 4 /D<c3><bc>rst/%FC/%E2%80%AE
	// 3.2 5 /Dürst/%FC/%E2%80%AE
	// <nil>
}
