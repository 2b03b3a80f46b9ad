package judge_test

import (
	"bufio"
	"io"
	"os"
	"strings"
	"time"

	"github.com/urispec/urispec/grammar/editions"
	"github.com/urispec/urispec/resolve/judge"
)

// misbehave reads lines and answers 1 to those that are not empty, but does something else at
// the line "bad"; or it says the same to all.
func misbehave(how string, in io.Reader, out io.Writer) {
	if how == "is mute" {
		return
	}
	lines, buffer := bufio.NewReader(in), bufio.NewWriter(out)
	defer buffer.Flush()
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			break
		}
		line = strings.TrimSuffix(line, "\n")
		answer := "1\n"
		if line == "" {
			answer = "0\n"
		}
		if same, ok := strings.CutPrefix(how, "says "); ok {
			answer = same + "\n"
		}
		if line == "bad" {
			switch how {
			case "dies", "dies with answers":
				os.Exit(3)
			case "hangs":
				time.Sleep(time.Minute)
			case "garbage":
				answer = "bad\n"
			case "too many":
				answer = "1\n1\n"
			case "too few", "too few, then dies":
				answer = ""
			}
		}
		if line == "worse" && how == "too few, then dies" {
			os.Exit(3)
		}
		if how == "crlf" {
			answer = strings.Replace(answer, "\n", "\r\n", 1)
		}
		buffer.WriteString(answer)
		switch how {
		case "waits for the end":
		case "dies with answers":
			if lines.Buffered() == 0 {
				buffer.Flush() // only when nothing else is to be done
			}
		default:
			buffer.Flush()
		}
	}
	if how == "a line at the end" {
		buffer.WriteString("bye\n")
	}
}

// serving returns the parser that a program serves: an edition, or one that gives back what it is
// asked.
func serving(how string) judge.Func {
	if e, ok := editions.Lookup(strings.TrimPrefix(how, "serve ")); ok {
		return judge.Edition{Edition: e}.Answer
	}
	return func(q judge.Question) judge.Answer {
		return judge.Answer{Offset: new(len(q.Input)), Parts: judge.Parts{"host": &q.Input, judge.Target: q.Base}}
	}
}
