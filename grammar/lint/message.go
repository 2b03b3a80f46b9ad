package lint

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Message returns one line that says what is found, without the code and the
// section. It does not repeat a password, except for a single character that an
// edition refuses. What it quotes of the input is short and in printable ASCII.
// Each call builds the line anew.
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
			return err.Edition + " refuses " + err.Message() + f.others()
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
		return fmt.Sprintf("%s is userinfo; the host is %s", text, quote(f.host()))
	case ReservedPort:
		return fmt.Sprintf("port %s is reserved for another protocol; %s", f.Text(), f.defaultPort())
	case OtherPort:
		return fmt.Sprintf("port %s is not the default; %s", f.Text(), f.defaultPort())
	case PortOutOfRange:
		return fmt.Sprintf("port %s is out of range; the highest port is %d", text, maxPort)
	case DefaultPort:
		return fmt.Sprintf("%s is the default port and can be left out", text)
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
		return text + " changes the direction in which text is displayed"
	case Invisible:
		return text + " is invisible"
	case NonASCII:
		if !utf8.ValidString(f.Text()) {
			return text + " is neither ASCII nor UTF-8"
		}
		return text + " is not ASCII"
	case OverlongUTF8:
		return fmt.Sprintf("%s is longer than UTF-8 allows for this character", text)
	case EscapedLineBreak, EscapedNUL, EscapedControl:
		return fmt.Sprintf("%s decodes to %s", text, f.controls())
	case EscapedDelimiter:
		return fmt.Sprintf("%s is data only to programs that split the %s before decoding it", text, f.Component)
	case EscapedDotSegment:
		return text + " has dot segments after decoding"
	case DotSegments:
		return text + " has dot segments that are not at the beginning of a relative path"
	case DoubleEscape:
		return fmt.Sprintf("%s looks as if %s had been escaped twice", text, quote(once(f.Text())))
	case UppercaseScheme, UppercaseHost:
		return text + " has upper-case letters"
	case UnqualifiedHost:
		return text + " is meaningful only on a local network"
	case NotDNSName:
		return text + " is not a valid DNS name"
	case LongHost:
		return fmt.Sprintf("the host has %d characters; a DNS name has at most %d", f.Span.Len(), maxName)
	case Localhost:
		return text + " is a different machine for everyone"
	case PrivateAddress:
		return text + " is " + f.addressKind()
	case EmptyPath:
		return `the path is empty, which is the same as "/"`
	case DeviceName:
		return text + " is the name of a device on some systems"
	case UnneededEscape:
		return fmt.Sprintf("%s is %s, which needs no escape", text, quote(decoded(f.Text())))
	case LowercaseEscape:
		return text + " has lower-case hexadecimal digits"
	case NotUTF8, HostNotUTF8:
		return text + " is not UTF-8"
	}
	return f.Code.Summary()
}

// others says which editions refuse the input besides the one whose reason is given.
func (f *Finding) others() string {
	var names []string
	for _, e := range f.Refusers() {
		if e != f.refuser {
			names = append(names, e.Name())
		}
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return "; " + names[0] + " refuses the reference too"
	}
	return "; " + list(names) + " refuse the reference too"
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
		return fmt.Sprintf("the default for %s is %d", quote(scheme), p.number)
	}
	if scheme == "" {
		return "without a scheme there is none"
	}
	return fmt.Sprintf("the default for %s is not known", quote(scheme))
}

// controls names the octets of a run of escapes, each of them once.
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

// lookAlikes says what a word, a delimiter or an IDNA label looks like.
func (f *Finding) lookAlikes() string {
	if looks := imitated(f.Text()); looks != "" {
		return fmt.Sprintf("%s looks like %s", quote(f.Text()), quote(looks))
	}
	return quote(f.Text()) + " stands for characters that look like ASCII"
}

// addressKind says what kind of address it is that is not globally reachable.
func (f *Finding) addressKind() string {
	a := hostAddress(f.Text()).Unmap()
	switch {
	case a.IsLoopback():
		return "a loopback address"
	case a.IsUnspecified():
		return "the unspecified address"
	case a.IsLinkLocalUnicast(), a.IsLinkLocalMulticast(), a.IsInterfaceLocalMulticast():
		return "a link-local address"
	}
	return "a private address"
}
