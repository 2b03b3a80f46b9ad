package lint

func isAlpha(b byte) bool { return 'a' <= toLower(b) && toLower(b) <= 'z' }
func isDigit(b byte) bool { return '0' <= b && b <= '9' }

func toLower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		b += 'a' - 'A'
	}
	return b
}
