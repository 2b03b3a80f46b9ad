package lint

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Message returns one line on what is found, without code and section. It does
// not repeat what stands in a password, but for a character that an edition
// refuses; what it quotes of the input is in printable ASCII and not long. It is
// made anew by each call.
func (f *Finding) Message() string {
	message := f.message()
	if f.More > 0 {
		message = fmt.Sprintf("%s; %d more in the %s", message, f.More, f.Component)
	}
	return message
}

func (f *Finding) message() string {
	if err := f.Err(); err != nil {
		if f.Code == RefusedElsewhere {
			return err.Edition + " refuses " + err.Message()
		}
		return err.Message()
	}
	if f.linter == nil {
		return f.Code.Summary()
	}
	if f.Code == Password {
		return f.Code.Summary()
	}
	if f.secret {
		return f.Code.Summary() + ", in the password"
	}
	text := quote(f.Text())
	switch f.Code {
	case NonConforming:
		return fmt.Sprintf("the input has %d bytes, which is too long", len(f.input))
	case MisleadingUserinfo:
		return fmt.Sprintf("%s is no host: that is %s", text, quote(f.host()))
	case ReservedPort:
		return fmt.Sprintf("port %s belongs to another protocol; %s", f.Text(), f.defaultPort())
	case OtherPort:
		return fmt.Sprintf("port %s is not the default; %s", f.Text(), f.defaultPort())
	case PortOutOfRange:
		return fmt.Sprintf("there is no port %s; the greatest is %d", text, maxPort)
	case DefaultPort:
		return fmt.Sprintf("%s is the default and can be left out", text)
	case EmptyPort:
		return "the port is empty; the colon can be left out"
	case EmptyHost:
		return fmt.Sprintf("there is no host, and %s needs one", quote(f.scheme()))
	case RareIPv4:
		a, _ := parseIPv4(f.Text())
		return text + " " + a.meaning()
	case LookAlike:
		return f.lookAlikes()
	case BidiControl:
		return text + " changes the direction of what is shown"
	case Invisible:
		return text + " is not seen"
	case NonASCII:
		if !utf8.ValidString(f.Text()) {
			return text + " is neither ASCII nor UTF-8"
		}
		return text + " is not ASCII"
	case OverlongUTF8:
		return fmt.Sprintf("%s is a longer form than UTF-8 has", text)
	case EscapedLineBreak, EscapedNUL, EscapedControl:
		return fmt.Sprintf("%s decodes to %s", text, f.controls())
	case EscapedDelimiter:
		return fmt.Sprintf("%s is data only for programs that split the %s before they decode it", text, f.Component)
	case EscapedDotSegment:
		return text + " has dot segments once it is decoded"
	case DotSegments:
		return text + " has dot segments that are not the beginning of a relative path"
	case DoubleEscape:
		return fmt.Sprintf("%s looks as if %s had been escaped again", text, quote(once(f.Text())))
	case UppercaseScheme, UppercaseHost:
		return text + " has upper-case letters"
	case UnqualifiedHost:
		return text + " has its meaning in a local network only"
	case NotDNSName:
		return text + " is no name by the rules of the DNS"
	case LongHost:
		return fmt.Sprintf("the host has %d characters; the DNS has names up to %d", f.Span.Len(), maxName)
	case Localhost:
		return text + " is another machine for everybody"
	case PrivateAddress:
		return text + " is " + f.addressKind()
	case EmptyPath:
		return `the path is empty, which is the same as "/"`
	case DeviceName:
		return text + " is the name of a device on some systems"
	case UnneededEscape:
		return fmt.Sprintf("%s is %s, which needs no escape", text, quote(decoded(f.Text())))
	case LowercaseEscape:
		return text + " has lower-case digits"
	case NotUTF8:
		return text + " is not UTF-8"
	}
	return f.Code.Summary()
}

// scheme returns the scheme of the input, "" if there is none.
func (f *Finding) scheme() string {
	if i := strings.IndexAny(f.input, ":/?#"); i > 0 && f.input[i] == ':' {
		return f.input[:i]
	}
	return ""
}

// defaultPort says which port is the default.
func (f *Finding) defaultPort() string {
	scheme := f.scheme()
	if p := defaultPort(scheme); p.known {
		return fmt.Sprintf("that of %s is %d", quote(scheme), p.number)
	}
	if scheme == "" {
		return "there is no scheme to have one"
	}
	return fmt.Sprintf("that of %s is not known", quote(scheme))
}

// controls names the octets of a run of escapes, each once.
func (f *Finding) controls() string {
	names := map[string]bool{}
	var all []string
	for _, b := range []byte(decoded(f.Text())) {
		name := controlNames[b]
		if name == "" {
			name = fmt.Sprintf("the control character %02X", b)
		}
		if !names[name] {
			names[name] = true
			all = append(all, name)
		}
	}
	return list(all)
}

var controlNames = map[byte]string{0: "NUL", '\a': "BEL", '\b': "BS", '\t': "TAB", '\n': "LF", '\r': "CR", 0x1B: "ESC", 0x7F: "DEL"}

// lookAlikes says what a word, a delimiter or a label of IDNA looks like.
func (f *Finding) lookAlikes() string {
	if looks := imitated(f.Text()); looks != "" {
		return fmt.Sprintf("%s looks like %s", quote(f.Text()), quote(looks))
	}
	return quote(f.Text()) + " stands for characters that look like ASCII"
}

// addressKind says what an address is that is not global.
func (f *Finding) addressKind() string {
	a := hostAddress(f.Text()).Unmap()
	switch {
	case a.IsLoopback():
		return "this machine itself"
	case a.IsUnspecified():
		return "no machine in particular"
	case a.IsLinkLocalUnicast(), a.IsLinkLocalMulticast(), a.IsInterfaceLocalMulticast():
		return "an address of the local link"
	}
	return "an address of a private network"
}
