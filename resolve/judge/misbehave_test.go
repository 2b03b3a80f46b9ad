package judge_test

import (
	"bufio"
	"io"
	"os"
	"strings"
	"time"
)

// misbehave reads lines and answers 1 to those that are not empty, but does something else at
// the line "bad".
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
			case "too few":
				answer = ""
			}
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
