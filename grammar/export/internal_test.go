package export

import (
	"fmt"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar/engine/automaton"
	"github.com/urispec/urispec/grammar/engine/effort"
	"pgregory.net/rapid"
)

func TestMain(m *testing.M) { effort.Main(m) }

// drawn is an expression in both forms: as the builder simplifies it, and as it was drawn.
type drawn struct {
	n *node
	e *automaton.Expr
}

// expressions draws expressions over a to c.
func expressions(b *builder) *rapid.Generator[drawn] {
	set := rapid.Custom(func(t *rapid.T) drawn {
		s := automaton.Of(rapid.SliceOfN(rapid.SampledFrom([]int32{'a', 'b', 'c'}), 0, 3).Draw(t, "set")...)
		return drawn{b.set(s), automaton.Symbol(s)}
	})
	var of func(depth int) *rapid.Generator[drawn]
	of = func(depth int) *rapid.Generator[drawn] {
		if depth == 0 {
			return set
		}
		return rapid.Custom(func(t *rapid.T) drawn {
			var (
				ns []*node
				es []*automaton.Expr
			)
			for _, d := range rapid.SliceOfN(of(depth-1), 0, 5).Draw(t, "parts") {
				ns, es = append(ns, d.n), append(es, d.e)
			}
			switch kind := rapid.IntRange(0, 3).Draw(t, "kind"); {
			case kind == 0 && len(ns) > 0:
				least := rapid.IntRange(0, 3).Draw(t, "least")
				most := rapid.SampledFrom([]int{automaton.Unbounded, least, least + 1, least + 2}).Draw(t, "most")
				return drawn{b.repeat(ns[0], least, most), automaton.Repeat(es[0], least, most, false)}
			case kind == 1:
				return drawn{b.alt(ns...), automaton.Alt(es...)}
			case kind == 2 && len(ns) > 0: // something to fold
				times := rapid.IntRange(2, 4).Draw(t, "times")
				var n []*node
				var e []*automaton.Expr
				for range times {
					n, e = append(n, ns...), append(e, es...)
				}
				return drawn{b.cat(n...), automaton.Cat(e...)}
			}
			return drawn{b.cat(ns...), automaton.Cat(es...)}
		})
	}
	return of(3)
}

// TestSimplify: what the builder simplifies, what is made of an automaton, and what is written
// and read again in each syntax, keeps its language.
func TestSimplify(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := newBuilder(1 << 8)
		x := expressions(b).Draw(t, "expression")
		want := automaton.Compile(b.limit, x.e)
		if want.States() > 500 {
			return // it takes too long
		}
		if got := automaton.Compile(b.limit, x.n.expr()); !automaton.Equal(got, want) {
			t.Fatal("the simplified expression has another language")
		}
		n := b.eliminate(want, 1<<16)
		if n == nil {
			return
		}
		if got := automaton.Compile(b.limit, n.expr()); !automaton.Equal(got, want) {
			t.Fatal("the expression of the automaton has another language")
		}
		for _, s := range Syntaxes() {
			for _, n := range []*node{x.n, n} {
				text, err := s.write(n, false, 1<<20)
				if automaton.Empty(want) != (err != nil) {
					t.Fatalf("%s: %v", s, err)
				}
				if err != nil {
					continue
				}
				again, err := s.read(text)
				if err != nil && s == RE2 && strings.Contains(err.Error(), "invalid repeat count") {
					continue // which RE2 multiplies
				}
				if err != nil {
					t.Fatalf("%s: %s: %v", s, text, err)
				}
				if got := automaton.Compile(b.limit, again); !automaton.Equal(got, want) {
					t.Fatalf("%s: %s has another language", s, text)
				}
			}
		}
	})
}

// TestSets: each set of two or three special characters is read as it is written.
func TestSets(t *testing.T) {
	const special = "\\]^-[$@/&~|{}()*+?.#\" !a\x01\x7f"
	for i := range special {
		for j := range special {
			for k := range special {
				if testing.Short() && (i > 5 || j > 5) {
					continue
				}
				set := automaton.Of(int32(special[i]), int32(special[j]), int32(special[k]))
				b := newBuilder(1 << 8)
				n := b.cat(b.set(set), b.set(automaton.Of(int32(special[i]))), b.set(set.Union(automaton.Between('!', 'a'))))
				want := automaton.Compile(b.limit, n.expr())
				for _, s := range Syntaxes() {
					text, err := s.write(n, false, 1<<10)
					if err != nil {
						t.Fatal(err)
					}
					e, err := s.read(text)
					if err != nil {
						t.Fatalf("%s: %s: %v", s, text, err)
					}
					if !automaton.Equal(automaton.Compile(b.limit, e), want) {
						t.Fatalf("%s: %s is not %v", s, text, set)
					}
				}
			}
		}
	}
}

// TestRead: the readers read expressions as their engines do, also those that are not
// written here.
func TestRead(t *testing.T) {
	for _, test := range []struct {
		syntax Syntax
		text   string
		yes    string // strings between blanks
		no     string
	}{
		{PCRE, `\Aa(?:b|[c\-e])+\x2f{2}\z`, "ab// ac// a-bce//", "a// ad// ab/ ab//a"},
		{ECMAScript, `^a\/(?:)\.\u{62}?$`, "a/. a/.b", "a/ a.b a/x"},
		{Python, `\A[\x41-\U00000043]{2,}\Z`, "AB CCC", "A AD"},
		{POSIX, `^[]^a-c-]\.(x|y){1,2}$`, "].x ^.xy -.yy b.x", "d.x ].z ax ]."},
		{RE2C, `"a\"" [b-d] ("x"|"y\\")*`, "", ""},
		{RE2C, `"a\""[b-d]("x"|"y\\")*`, `a"b a"cxy\x`, `a"bz "b`},
		{RE2, `^a(?:b|[Vv]){2}$`, "abb aVv", "ab aVx"},
	} {
		e, err := test.syntax.read(test.text)
		if test.yes == "" {
			if err == nil {
				t.Errorf("%s: %s is read", test.syntax, test.text)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %s: %v", test.syntax, test.text, err)
			continue
		}
		d := automaton.Compile(1<<8, e)
		for _, s := range strings.Fields(test.yes) {
			if !d.Accepts(s) {
				t.Errorf("%s: %s does not match %s", test.syntax, test.text, s)
			}
		}
		for _, s := range strings.Fields(test.no) {
			if d.Accepts(s) {
				t.Errorf("%s: %s matches %s", test.syntax, test.text, s)
			}
		}
	}
}

// TestReadRefuses: what would mean something else, or nothing, is not read.
func TestReadRefuses(t *testing.T) {
	for syntax, texts := range map[Syntax][]string{
		RE2:        {"a", "^a", "a$", "^a|b$", "^(?i)a.$", "^a*?$", "^(?m)a$"},
		PCRE:       {`^a$`, `\Aa$`, `\Aa|b\z`, `\Aa*?\z`, `\Aa++\z`, `\A(a)\z`, `\A(?i)a\z`, `\A.\z`, `\A\d\z`, `\A[^a]\z`, `\A[a-]\z`, `\A[[:alpha:]]\z`, `\Aa{,2}\z`, `\Aa{2,1}\z`, `\A*a\z`, `\A\x4\z`, `\A(?:a\z`, `\Aa)\z`, `\A[b-a]\z`, `\Aé\z`, `\Aa`, `\Aa\zb`, `\A[a`, `\A\`, `\Aa{2`, `\A\x{110000}\z`},
		ECMAScript: {`\Aa\z`, `^\@$`, `^\u0041$`, `^[^a]$`, `^(?=a)$`, `^\b$`, `^]$`},
		Python:     {`^a$`, `\Aa\z`, `\A\u0041\Z`, `\A(?P<a>b)\Z`},
		POSIX:      {`^[^a]$`, `^(?:a)$`, `^\w$`, `^[[:alpha:]]$`, `^[b-a]$`, `^[a`, `^a\x41$`, `^.$`},
		RE2C:       {`a`, `"a`, `'a'`, `"a" "b"`, `[^a]`, `"\n"`, `"a"*+`},
	} {
		for _, text := range texts {
			if _, err := syntax.read(text); err == nil {
				t.Errorf("%s: %s is read", syntax, text)
			}
		}
	}
}

// TestSyntaxNames: each syntax is found by its name.
func TestSyntaxNames(t *testing.T) {
	for _, s := range Syntaxes() {
		if found, err := ParseSyntax(fmt.Sprint(s)); err != nil || found != s {
			t.Errorf("%s: %v, %v", s, found, err)
		}
	}
	if _, err := ParseSyntax("perl"); err == nil || !strings.Contains(err.Error(), "pcre") {
		t.Error(err)
	}
}

// TestBounded: expressions that match some string in ever more ways are found, and become
// others that do not.
func TestBounded(t *testing.T) {
	b := newBuilder(1 << 8)
	a, x, ab := b.set(automaton.Of('a')), b.set(automaton.Of('x')), b.set(automaton.Of('a', 'b'))
	star := func(n *node) *node { return b.repeat(n, 0, automaton.Unbounded) }
	for _, test := range []struct {
		n    *node
		want bool
	}{
		{star(a), true},
		{b.cat(star(a), x, star(a)), true},
		{b.alt(star(ab), b.cat(a, star(a))), true}, // two ways at most
		{b.repeat(b.repeat(a, 1, 4), 0, 7), true},
		{b.cat(b.repeat(ab, 1, 4), x, star(ab)), true},
		{star(b.cat(b.repeat(a, 1, 3), x)), true},
		{b.cat(star(ab), star(a)), false},
		{b.cat(star(a), b.repeat(x, 0, 1), star(a)), false},
		{star(b.alt(b.cat(a, a), a)), false},
		{star(b.repeat(a, 1, 3)), false},
		{b.cat(star(ab), a, star(ab)), false},
	} {
		text, err := PCRE.write(test.n, false, 1<<10)
		if err != nil {
			t.Fatal(err)
		}
		if got := test.n.bounded(); got != test.want {
			t.Errorf("%s: %t", text, got)
		}
		if n := b.linear(test.n, 1<<10); !n.bounded() {
			t.Errorf("%s: it is left as it is", text)
		}
	}
}
