package main

import (
	"os"
	"strings"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve/judge"
)

// serveParser is a program for scripts: parser EDITION [FAULT]... answers as the edition does,
// by the JSON protocol, but for these faults.
func serveParser() {
	e, ok := editions.Lookup(os.Args[1])
	if !ok {
		panic("unknown edition " + os.Args[1])
	}
	err := judge.Serve(os.Stdin, os.Stdout, func(q judge.Question) judge.Answer {
		a := judge.Edition{Edition: e}.Answer(q)
		for _, fault := range os.Args[2:] {
			host := a.Parts["host"]
			switch fault {
			case "bars": // "|" is accepted
				if !*a.Valid && e.Valid(strings.ReplaceAll(q.Input, "|", "a")) {
					a = judge.Answer{Valid: new(true)}
				}
			case "lower": // hosts are in lower case
				if host != nil {
					a.Parts["host"] = new(strings.ToLower(*host))
				}
			case "script": // a host that looks like HTML
				if host != nil && *host == "a" {
					a.Parts["host"] = new("<script>alert(1)</script>\u202e\xff")
				}
			case "dies": // at mail
				if strings.HasPrefix(q.Input, "mailto:") {
					os.Exit(3)
				}
			}
		}
		return a
	})
	if err != nil {
		panic(err)
	}
}
