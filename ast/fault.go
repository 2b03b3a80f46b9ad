package ast

// Fault is what is wrong with a string that was read, or that would be written:
// what it is, where it is, and which rule and section say so.
type Fault struct {
	// In names the string, where an operation has more than one: "base",
	// "reference", "target", "data", "text", or "result" for the string that
	// would be written. It is "" where there is one string only.
	In string
	// Text is the string; "" if the error does not keep it.
	Text string
	// Message says in one line what is wrong. It names neither In nor Offset.
	Message string
	// Offset is the place of the fault in Text, in bytes; -1 if it has no place.
	Offset int
	// Whole is true if the string is wrong as a whole, as a base without a scheme
	// is. Then Offset is only where that becomes apparent.
	Whole bool
	// Rule is the rule of the grammar that is being read at Offset, and Section
	// the section of the edition that the fault rests on; "" if there is none.
	Rule, Section string
	// Expected is what may stand at Offset, as in the SyntaxError of package
	// grammar; nil if that is not known. It must not be changed.
	Expected []string
}

// FaultError is an error that knows what is wrong with which string. Whoever
// shows errors needs no other type; [errors.As] finds it. It is implemented by
//
//	grammar           SyntaxError, BaseError, NoBaseError, TargetError
//	resolve           ExcessError, UnwritableError, UnreachableError
//	resolve/compose   EncodeError, DecodeError, BuildError
//	resolve/expand    NotAbbreviatedError
//	resolve/iri       HostError
//	resolve/neturl    Error
//	resolve/nethttp   Error
//	grammar/schemes   OctetError, EditError
//	grammar/extract   LongBaseError
type FaultError interface {
	error
	// Fault returns what is wrong. If the error wraps another one with a fault,
	// this is the fault of the whole.
	Fault() Fault
}
