package automaton_test

import (
	"fmt"

	"github.com/urispec/urispec/grammar/engine/automaton"
)

var (
	digit = automaton.Symbol(automaton.Between('0', '9'))
	alpha = automaton.Symbol(automaton.Between('a', 'z'))
)

func ExampleCompile() {
	// dec-octet = 1*3DIGIT
	d := automaton.Compile(256, automaton.Repeat(digit, 1, 3, false))
	fmt.Println(d.States(), "states")
	for _, s := range []string{"", "7", "255", "1000", "1x"} {
		n, _ := d.Viable(s)
		fmt.Printf("%q: %v, viable up to %d\n", s, d.Accepts(s), n)
	}
	// Output:
	// 5 states
	// "": false, viable up to 0
	// "7": true, viable up to 1
	// "255": true, viable up to 3
	// "1000": false, viable up to 3
	// "1x": false, viable up to 1
}

func ExampleNotPrefix() {
	// A path that is no network path: *( "/" / ALPHA ), not beginning with "//".
	char := automaton.Alt(automaton.Literal("/"), alpha)
	path := automaton.NotPrefix(automaton.Repeat(char, 0, automaton.Unbounded, false), automaton.Literal("//"))
	d := automaton.Compile(256, path)
	fmt.Println(d.Accepts(""), d.Accepts("/a//b"), d.Accepts("//a"))
	// Output: true true false
}

func ExampleBoth() {
	// Letters, of which there are an even number.
	letters := automaton.Repeat(alpha, 0, automaton.Unbounded, false)
	any := automaton.Symbol(automaton.Between(0, 255))
	d := automaton.Compile(256, automaton.Both(letters, automaton.Repeat(automaton.Cat(any, any), 0, automaton.Unbounded, false)))
	fmt.Println(d.Accepts(""), d.Accepts("ab"), d.Accepts("abc"), d.Accepts("a1"))
	// Output: true true false false
}

func ExampleCover() {
	d := automaton.Compile(256, automaton.Cat(alpha, automaton.Repeat(digit, 0, 1, false)))
	for _, w := range automaton.Cover(d) {
		fmt.Printf("%q %v\n", text(w), d.Accepts(text(w)))
	}
	// Output:
	// "\x00" false
	// "0" false
	// "a" true
	// "a\x00" false
	// "a0" true
	// "aa" false
	// "a0\x00" false
	// "a00" false
	// "a0a" false
}
