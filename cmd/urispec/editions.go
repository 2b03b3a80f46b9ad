package main

import (
	"fmt"
	"strings"

	"github.com/urispec/urispec/grammar/editions"
)

// editionsCmd lists the editions.
type editionsCmd struct {
	JSON bool `name:"json" help:"Write JSON Lines."`
}

// Help is what --help says after the flags.
func (c *editionsCmd) Help() string {
	return "RFC 1630, from which all of them descend, is not included, because reading it would mean guessing. Its notation is not defined anywhere; brackets and bars are literals in some rules and operators in others; some rules have no definition; and its grammars contradict each other."
}

func (c *editionsCmd) Run(s *session) error {
	header := []string{"NAME", "DATE", "STATUS", "OBSOLETES", "RULES", "REPAIRS", "ERRATA", "TITLE"}
	var rows [][]string
	for _, e := range editions.All() {
		src, doc := e.Grammar().Source(), e.Document()
		rules, repairs, errata := len(e.Grammar().Rules()), len(src.AllRepairs()), len(src.Errata)
		if c.JSON {
			s.json(editionJSON{src.Name, src.Title, doc.Date, doc.Status, list(doc.Obsoletes), list(doc.Updates), src.Amends, rules, repairs, errata})
			continue
		}
		obsoletes := "-"
		if len(doc.Obsoletes) > 0 {
			obsoletes = strings.Join(doc.Obsoletes, ", ")
		}
		rows = append(rows, []string{
			src.Name, doc.Date, doc.Status, obsoletes, fmt.Sprint(rules), fmt.Sprint(repairs), fmt.Sprint(errata), src.Title,
		})
	}
	if !c.JSON {
		s.writeTable(header, rows)
	}
	return nil
}

// editionJSON is an edition: its document, and the numbers of its rules, repairs and
// errata.
type editionJSON struct {
	Edition   string   `json:"edition"`
	Title     string   `json:"title"`
	Date      string   `json:"date"`
	Status    string   `json:"status"`
	Obsoletes []string `json:"obsoletes"`
	Updates   []string `json:"updates"`
	Amends    string   `json:"amends,omitempty"` // the edition whose rules it changes
	Rules     int      `json:"rules"`
	Repairs   int      `json:"repairs"`
	Errata    int      `json:"errata"`
}
