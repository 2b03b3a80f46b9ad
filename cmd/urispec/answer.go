package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/urispec/urispec/ast"
	"github.com/urispec/urispec/grammar"
	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/grammar/lint"
	"github.com/urispec/urispec/grammar/picture"
	"github.com/urispec/urispec/grammar/sample"
	"github.com/urispec/urispec/resolve"
	"github.com/urispec/urispec/resolve/suite"
)

// The page asks questions and gets answers, both in JSON. The same functions answer them in
// "urispec serve" and, compiled to WebAssembly, in the static page. An answer is what the
// command of that name writes with --json, byte by byte; it is made by the command's own
// code. Nothing is read from files, and nothing is started.

// question is what the page asks: a command, and some of its flags by their names.
type question struct {
	Ask         string   `json:"ask"`
	Input       string   `json:"input"`
	InputBase64 []byte   `json:"input_base64"` // if the input is not UTF-8
	Edition     string   `json:"edition"`      // or a document of a scheme; rfc3986 if it is ""
	Corrected   bool     `json:"corrected"`
	Grammar     *ownText `json:"grammar"` // in place of an edition
	Rule        string   `json:"rule"`
	N           uint     `json:"n"`
	Chars       bool     `json:"chars"`      // tree: down to the characters
	SVG         bool     `json:"svg"`        // tree, rules: a picture, as a JSON string
	Ambiguity   bool     `json:"ambiguity"`  // rules
	Characters  []string `json:"characters"` // chars
	Base        *string  `json:"base"`       // resolve, compare
	Other       string   `json:"other"`      // diff: the other edition
	OtherOwn    *ownText `json:"other_grammar"`
	Cover       bool     `json:"cover"`   // sample
	Invalid     bool     `json:"invalid"` // sample
	Between     []string `json:"between"` // sample
	Seed        *uint64  `json:"seed"`    // sample
	To          string   `json:"to"`      // export
}

// ownText is a grammar of the user's own, and how it is read.
type ownText struct {
	Text  string `json:"text"`
	Start string `json:"start"`
	Depth int    `json:"depth"`
	Lists string `json:"lists"`
}

// ownName is the file that a grammar of the user's own seems to be in.
const ownName = "grammar.abnf"

// The limits of a question, in bytes. The page is for people, who look at answers.
const (
	maxAsked        = 1 << 20   // all questions of a request
	maxAskedInput   = 64 << 10  // an input
	maxAskedNearest = 4 << 10   // an input to which the nearest strings are found
	maxAskedGrammar = 256 << 10 // a grammar
	maxAskedStrings = 1000      // strings of a sample
	maxReplies      = 16 << 20  // all replies, after which nothing more is answered
)

// reply is the answer to a question.
type reply struct {
	Answer  []json.RawMessage `json:"answer"`            // what the command writes, line by line
	Problem string            `json:"problem,omitempty"` // why that is not all
	Micros  int64             `json:"micros"`            // how long it took, in microseconds
}

// asks has a function for each command that the page asks.
var asks = map[string]func(q *question, s *session) error{
	"verdicts":      askVerdicts,
	"check":         askCheck,
	"tree":          askTree,
	"parse":         askParse,
	"lint":          askLint,
	"nearest":       askNearest,
	"chars":         askChars,
	"normalize":     askNormalize,
	"resolve":       askResolve,
	"compare":       askCompare,
	"editions":      func(_ *question, s *session) error { return (&editionsCmd{JSON: true}).Run(s) },
	"rules":         askRules,
	"diff":          askDiff,
	"sample":        askSample,
	"export":        askExport,
	"grammar check": askGrammar,
	"suite":         askSuite,
}

// answer answers a list of questions with a list of replies, both in JSON. It is not for
// several goroutines at once: two of them would take turns at the processor anyway.
func answer(questions []byte) []byte {
	var list []json.RawMessage
	if err := json.Unmarshal(questions, &list); err != nil {
		return jsonOf([]reply{{Answer: []json.RawMessage{}, Problem: "the questions are not a list in JSON: " + err.Error()}})
	}
	replies := make([]reply, len(list))
	size := 0
	for i, text := range list {
		if size > maxReplies {
			replies[i] = reply{Answer: []json.RawMessage{}, Problem: "the answers to the questions before are too long"}
			continue
		}
		replies[i] = answerOne(text)
		for _, line := range replies[i].Answer {
			size += len(line)
		}
	}
	return jsonOf(replies)
}

func answerOne(text []byte) reply {
	begin := time.Now()
	var written, problems bytes.Buffer
	s := &session{stdout: bufio.NewWriter(&written), stderr: &problems}
	err := ask(text, s)
	s.stdout.Flush() // which cannot fail
	if err != nil {
		problems.Reset()
		report(&problems, err)
	}
	out := reply{Answer: []json.RawMessage{}}
	for line := range bytes.Lines(written.Bytes()) {
		out.Answer = append(out.Answer, json.RawMessage(bytes.TrimSuffix(line, []byte("\n"))))
	}
	out.Problem = strings.TrimSpace(strings.ReplaceAll("\n"+problems.String(), "\nurispec: ", "\n"))
	out.Micros = time.Since(begin).Microseconds()
	return out
}

// ask writes the answer to a question.
func ask(text []byte, s *session) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	var q question
	if err := dec.Decode(&q); err != nil {
		return fmt.Errorf("not a question: %w", err)
	}
	if q.InputBase64 != nil {
		q.Input = string(q.InputBase64)
	}
	if q.Edition == "" {
		q.Edition = editions.RFC3986.Name()
	}
	do, ok := asks[q.Ask]
	switch {
	case !ok:
		return fmt.Errorf("there is no question %s", quoted(q.Ask))
	case len(q.Input) > maxAskedInput:
		return fmt.Errorf("the input has %d bytes; the page takes up to %d", len(q.Input), maxAskedInput)
	case q.Base != nil && len(*q.Base) > maxAskedInput:
		return fmt.Errorf("the base has %d bytes; the page takes up to %d", len(*q.Base), maxAskedInput)
	}
	return do(&q, s)
}

// source is what -e and -g stand for.
func (q *question) source() (grammarFlag, error) {
	var f grammarFlag
	var err error
	f.Edition, err = sourceOf(q.Edition, q.Grammar)
	if err == nil && q.Corrected {
		f.Corrected = true
		err = f.Edition.correct()
	}
	return f, err
}

// sourceOf is a grammar of the user's own or, if that is nil, what a name stands for. A file is
// never read.
func sourceOf(name string, own *ownText) (source, error) {
	var out source
	if own != nil {
		g, err := read(*own)
		return source{files: []string{ownName}, own: g}, err
	}
	if isPath(name) {
		return out, fmt.Errorf("there is no edition %s", quoted(name))
	}
	err := out.UnmarshalText([]byte(name))
	return out, err
}

// edition is what -e stands for, in commands that need an edition.
func (q *question) edition() (editionFlag, error) {
	var f editionFlag
	if q.Grammar != nil || isPath(q.Edition) {
		return f, noEdition("a grammar")
	}
	if err := f.Edition.UnmarshalText([]byte(q.Edition)); err != nil {
		return f, err
	}
	f.Corrected = q.Corrected
	return f, f.AfterApply()
}

// options are the options of a grammar.
func (o *ownText) options() grammar.Options {
	flags := readFlags{Start: o.Start, Depth: o.Depth, Lists: o.Lists}
	return flags.options()
}

// lastRead keeps the last grammars that were read, because there are many questions about
// each.
var lastRead struct {
	sync.Mutex
	list []readGrammar
}

type readGrammar struct {
	from    ownText
	grammar *grammar.Grammar
	err     error
}

// read reads a grammar of the user's own.
func read(o ownText) (*grammar.Grammar, error) {
	if len(o.Text) > maxAskedGrammar {
		return nil, fmt.Errorf("the grammar has %d bytes; the page takes up to %d", len(o.Text), maxAskedGrammar)
	}
	lastRead.Lock()
	defer lastRead.Unlock()
	for _, r := range lastRead.list {
		if r.from == o {
			return r.grammar, r.err
		}
	}
	g, err := grammar.Read(ownName, o.Text, o.options())
	const kept = 2 // one, and the one that it is compared with
	lastRead.list = append([]readGrammar{{o, g, err}}, lastRead.list[:min(len(lastRead.list), kept-1)]...)
	return g, err
}

// askVerdicts writes the verdicts of all editions, as "sample --between" does.
func askVerdicts(q *question, s *session) error {
	out, verdicts := new(object), new(object)
	out.text("text", q.Input)
	for _, e := range editions.All() {
		verdicts.add(e.Name(), e.Valid(q.Input))
	}
	out.add("verdicts", verdicts)
	s.json(out)
	return nil
}

func askCheck(q *question, s *session) error {
	f, err := q.source()
	if err != nil {
		return err
	}
	c := checkCmd{grammarFlag: f, Rule: q.Rule, Nearest: howMany(q.N)}
	asked, err := c.Edition.asked(&c.Rule, (*grammar.Edition).References)
	if err != nil {
		return err
	}
	if len(q.Input) > maxAskedNearest {
		c.Nearest = 0
	}
	out := s.object()
	c.result(out, q.Input, asked.Check(q.Input), asked.Errata(q.Input), q.finder(&c.Edition, asked))
	s.end(out)
	return nil
}

// finders has the finder of the nearest strings for each edition that was asked for, which
// takes long to build.
var finders sync.Map // of *grammar.Edition

func (q *question) finder(e *source, a asked) *nearestFinder {
	if e.own != nil || q.Rule != "" {
		return newNearest(e.Edition, a)
	}
	found, _ := finders.LoadOrStore(e.Edition, newNearest(e.Edition, a))
	return found.(*nearestFinder)
}

func askNearest(q *question, s *session) error {
	f, err := q.source()
	if err != nil {
		return err
	}
	c := nearestCmd{grammarFlag: f, Rule: q.Rule}
	asked, err := c.Edition.asked(&c.Rule, (*grammar.Edition).References)
	if err != nil {
		return err
	}
	if len(q.Input) > maxAskedNearest {
		return fmt.Errorf("the page finds the strings nearest to up to %d bytes", maxAskedNearest)
	}
	found, err := q.finder(&c.Edition, asked).find(q.Input, int(max(1, min(q.N, maxAskedStrings))))
	s.json(c.result(q.Input, asked.Valid(q.Input), found, err))
	return nil
}

func askTree(q *question, s *session) error {
	f, err := q.source()
	if err != nil {
		return err
	}
	c := treeCmd{grammarFlag: f, Rule: q.Rule}
	asked, err := c.Edition.asked(&c.Rule, (*grammar.Edition).References)
	if err != nil {
		return err
	}
	derive := asked.Tree
	if q.Chars {
		derive = asked.TreeChars
	}
	t, err := derive(q.Input)
	if !q.SVG {
		s.json(c.result(q.Input, asked.Language, t, err))
		return nil
	}
	var sheet picture.Sheet
	if err == nil {
		err = sheet.Add(&c.Edition, q.Input, t)
	}
	if err == nil {
		s.jsonString(sheet.SVG())
	}
	return err
}

func askParse(q *question, s *session) error {
	f, err := q.edition()
	if err != nil {
		return err
	}
	c := parseCmd{editionFlag: f}
	ref := ast.New(q.Input)
	err = c.Edition.ParseInto(&ref, q.Input)
	if err != nil {
		ref.Reset(q.Input)
	}
	out := s.object()
	c.result(out, &ref, err)
	s.end(out)
	return nil
}

// linters has the linter of each edition that was asked for.
var linters sync.Map // of *grammar.Edition

func askLint(q *question, s *session) error {
	f, err := q.edition()
	if err != nil {
		return err
	}
	c := lintCmd{editionFlag: f}
	linter, ok := linters.Load(c.Edition.Edition)
	if !ok {
		linter, _ = linters.LoadOrStore(c.Edition.Edition, newLinter(c.Edition.Edition, lint.Codes()))
	}
	s.json(c.result(q.Input, linter.(*lint.Linter).Append(nil, q.Input)))
	return nil
}

func askChars(q *question, s *session) error {
	f, err := q.source()
	if err != nil {
		return err
	}
	return (&charsCmd{grammarFlag: f, Chars: q.Characters, JSON: true}).Run(s)
}

func askNormalize(q *question, s *session) error {
	f, err := q.edition()
	if err != nil {
		return err
	}
	c := normalizeCmd{editionFlag: f}
	n, err := c.Edition.Normalizer()
	if err != nil {
		return err
	}
	normalized, err := n.Normalize(q.Input)
	s.json(c.result(q.Input, normalized, err))
	return nil
}

// askResolve writes the target and the steps, as "resolve --trace" does.
func askResolve(q *question, s *session) error {
	f, err := q.edition()
	if err != nil {
		return err
	}
	if q.Base == nil {
		return errors.New("no base")
	}
	c := resolveCmd{editionFlag: f, Trace: true}
	algorithm, err := c.Edition.Algorithm()
	if err != nil {
		return err
	}
	var steps []resolve.Step
	target, err := c.resolver(algorithm, *q.Base)(nil, q.Input, resolve.Options{Trace: func(step resolve.Step) { steps = append(steps, step) }})
	s.json(c.result(resolution{*q.Base, q.Input, string(target), err, steps}))
	return nil
}

func askCompare(q *question, s *session) error {
	c := compareCmd{Base: q.Base}
	all, err := c.compared()
	if err != nil {
		return err
	}
	var opinions []*opinion
	for _, judge := range c.judges(all) {
		opinions = append(opinions, judge(q.Input))
	}
	out := s.object()
	c.result(out, q.Input, findChanges(opinions), opinions)
	s.end(out)
	return nil
}

func askRules(q *question, s *session) error {
	f, err := q.source()
	if err != nil {
		return err
	}
	c := rulesCmd{grammarFlag: f, Name: q.Rule, JSON: !q.SVG, SVG: q.SVG, Ambiguity: q.Ambiguity}
	if q.SVG {
		return asString(s, c.Run)
	}
	return c.Run(s)
}

// asString writes what a command writes for people as a JSON string.
func asString(s *session, run func(*session) error) error {
	var text bytes.Buffer
	aside := &session{stdout: bufio.NewWriter(&text), stderr: s.stderr}
	if err := run(aside); err != nil {
		return err
	}
	aside.stdout.Flush() // which cannot fail
	if text.Len() > 0 {
		s.jsonString(text.String())
	}
	return nil
}

// jsonString writes a string as a line of JSON Lines.
func (s *session) jsonString(text string) { s.stdout.Write(append(jsonOf(text), '\n')) }

func askDiff(q *question, s *session) error {
	f, err := q.source()
	if err != nil {
		return err
	}
	other, err := sourceOf(q.Other, q.OtherOwn)
	if err != nil {
		return err
	}
	return (&diffCmd{A: f.Edition, B: other, JSON: true}).Run(s)
}

func askSample(q *question, s *session) error {
	f, err := q.source()
	if err != nil {
		return err
	}
	n := min(max(q.N, 1), maxAskedStrings)
	c := sampleCmd{grammarFlag: f, Rule: q.Rule, N: &n, Seed: q.Seed, Cover: q.Cover, Invalid: q.Invalid, JSON: true}
	for _, name := range q.Between {
		other, err := sourceOf(name, nil)
		if err != nil {
			return err
		}
		c.Between = append(c.Between, other)
	}
	return c.Run(s)
}

func askExport(q *question, s *session) error {
	f, err := q.source()
	if err != nil {
		return err
	}
	if !slices.Contains([]string{"re2", "pcre", "ecmascript", "python", "posix", "re2c", "dot", "json"}, q.To) {
		return fmt.Errorf("there is no form %s", quoted(q.To))
	}
	c := exportCmd{grammarFlag: f, Rule: q.Rule, To: q.To, MaxLength: 1 << 20}
	return asString(s, c.Run)
}

func askGrammar(q *question, s *session) error {
	if q.Grammar == nil {
		return errors.New("no grammar")
	}
	if len(q.Grammar.Text) > maxAskedGrammar {
		_, err := read(*q.Grammar)
		return err
	}
	findings, err := grammar.Inspect(textFile(q.Grammar.Text), q.Grammar.options(), ownName)
	for i := range findings {
		s.json(grammarFindingJSON(&findings[i]))
	}
	return err
}

// askSuite writes the cases of a suite for a grammar of the user's own: verdicts, because
// it says nothing else. N bounds the cases of each verdict.
func askSuite(q *question, s *session) error {
	if q.Grammar == nil {
		return errors.New("no grammar")
	}
	f, err := q.source()
	if err != nil {
		return err
	}
	asked, err := f.Edition.asked(&q.Rule, nil)
	if err != nil {
		return err
	}
	cover, err := sample.NewCover(asked.Language)
	if err != nil {
		return err
	}
	misses, err := sample.NearMisses(asked.Language)
	if err != nil {
		return err
	}
	n := int(min(max(q.N, 1), maxAskedStrings))
	var cases []suite.Case
	add := func(c suite.Case) {
		c.ID = c.Identity()
		cases = append(cases, c)
	}
	for _, text := range cover.Strings[:min(n, len(cover.Strings))] {
		add(suite.Case{Kind: suite.Verdict, Origin: suite.Cover, Input: text, Valid: true})
	}
	for miss := range first(n, misses) {
		c := suite.Case{Kind: suite.Verdict, Origin: suite.NearMiss, Input: miss.Text, Offset: miss.Offset}
		if syntax, ok := errors.AsType[*grammar.SyntaxError](asked.Check(miss.Text)); ok {
			c.Rule, c.Section = syntax.Rule, syntax.Section
		}
		add(c)
	}
	return suite.WriteCases(s.stdout, cases)
}

// textFile is a file system that has one file, of any name.
type textFile string

func (t textFile) Open(string) (fs.File, error) { return openText{strings.NewReader(string(t))}, nil }

// openText is an open file that can only be read.
type openText struct{ io.Reader }

func (openText) Stat() (fs.FileInfo, error) { return nil, fs.ErrInvalid }
func (openText) Close() error               { return nil }
