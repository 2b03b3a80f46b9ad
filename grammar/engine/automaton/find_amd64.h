// The routine find, in macros that find_amd64.s defines for each width of vectors:
//
//	FIRST        loads the first block of up to 64 bytes
//	NEXT         loads the block at the offset R8
//	EQUAL(c, x)  x has bit i set if byte i of the block is the character of c
//	IN(t, x)     the same for the characters of the set t, of which NUL is none
//	OUT(t, x)    the same for the bytes of the string that are not in the set t
//	YES          is done where the string has the shape
//	NO           where it does not, or may not
//
// NEXT_EQUAL and so on are for the blocks after the first. All of them may change DI,
// and those for the next blocks R9 and DX.
//
// Each place of the frame has one use in find and lines together: path-8, scheme-16,
// site-24, slash-32, last-40, length-48; in lines, start-56, limit-64 and next-72 too.
//
// A place in the block is a number with one bit set, and 0 is no place, or the one after
// the block. -x has the bits from the place x on, x-1 those before it, and for two places
// x-y those from y to before x, also if x is 0 and means the end of the string.

// func find(f *finder, p *byte, n int, at *Parts)
	// Where the delimiters are.
	FIRST
	EQUAL(colons<>, R9)
	EQUAL(slashes<>, R10)
	EQUAL(quests<>, R11)
	EQUAL(hashes<>, R12)
	MOVQ  R10, AX
	ORQ   R11, AX
	ORQ   R12, AX
	ORQ   R12, R11 // what ends a path
	MOVQ  R9, BX
	ORQ   AX, BX
	BLSIQ BX, BX   // BX: the first one

	// R9: the end of the scheme; R8: where the hierarchical part begins; R13: which
	// bytes are wrong.
	OUT(SCHEME, R13)
	MOVQ    f+0(FP), DI
	MOVBLZX (SI), DX
	MOVBLZX NOTFIRST(DI)(DX*1), DX
	LEAQ    -1(BX), CX
	ANDQ    CX, R13
	ORQ     DX, R13
	XORL    DX, DX
	ANDQ    BX, R9
	SETEQ   DX
	LEAQ    (DX)(R9*2), R8
	DECQ    DX
	ANDQ    DX, R13

	// DX: the first slash of "//"; SI: the bytes of the site; R8: where the path begins.
	MOVQ R10, DX
	SHRQ $1, DX
	ANDQ R10, DX
	ANDQ R8, DX
	LEAQ (DX*4), SI
	NEGQ SI
	ANDQ SI, AX
	BLSIQ AX, AX
	ADDQ AX, SI
	OUT(HOST, CX)
	ANDQ SI, CX
	ORQ  CX, R13
	TESTQ DX, DX
	CMOVQNE AX, R8

	// After "//" and after a joint there has to be one of the characters of begin.
	MOVQ f+0(FP), DI
	CMPQ JOINED(DI), $0
	JEQ  path
	IN(JOINTS, AX)
	ANDQ SI, AX
	LEAQ (AX)(DX*2), AX
	IN(BEGIN, CX)
	SHRQ $1, CX
	ANDNQ AX, CX, AX
	ORQ  AX, R13

path:
	// CX: the bytes of the path and of what follows; R12: where the fragment begins.
	MOVQ R8, CX
	NEGQ CX
	ANDQ CX, R12
	BLSIQ R12, R12
	OUT(TAIL, AX)
	ANDQ CX, AX
	ANDNQ AX, R12, AX
	ORQ  AX, R13
	JNE  escapes
	MOVQ n+16(FP), CX
	CMPQ CX, $64
	JHI  long

short:
	// CX: n; R13: 0.
	MOVQ f+0(FP), DI
	CMPQ FORMS(DI), $-1
	JNE  ends
	CMPQ at+24(FP), $0
	JEQ  yes

ends:
	// BX: the end of the path; R12: the end of the query.
	MOVQ R8, BX
	NEGQ BX
	ANDQ R11, BX
	TZCNTQ BX, BX
	CMOVQCS CX, BX
	TZCNTQ R12, R12
	CMOVQCS CX, R12
	CMPQ NODOTS(DI), $0
	JNE  dots

parts:
	// R11: the beginning of the path.
	TZCNTQ R8, R11
	CMOVQCS CX, R11
	MOVQ f+0(FP), DI
	CMPQ FORMS(DI), $-1
	JEQ  store

	// AX: the form, from its highest bit on.
	XORL AX, AX
	CMPQ R12, CX
	ADCQ AX, AX
	CMPQ BX, R12
	ADCQ AX, AX
	SHLQ $2, AX
	CMPQ R11, BX
	ADCQ $0, AX
	MOVQ R10, SI
	ANDQ R8, SI
	MOVQ R10, R13
	SHRQ $1, R13
	NEGQ SI
	ADCQ $0, AX
	ANDQ R10, R13
	MOVQ R8, SI
	ANDQ SI, R13
	NEGQ R13
	ADCQ $0, AX
	MOVQ DX, SI
	NEGQ SI
	ADCQ AX, AX
	MOVQ R9, SI
	NEGQ SI
	ADCQ AX, AX
	MOVQ FORMS(DI), SI
	BTQ  AX, SI
	JCC  no

store:
	MOVQ at+24(FP), DI
	TESTQ DI, DI
	JEQ  yes
	MOVQ $-1, SI
	TZCNTQ R9, AX
	RORXQ $32, AX, AX
	CMOVQCS SI, AX
	MOVQ AX, 0(DI)
	RORXQ $32, R11, R13
	TZCNTQ DX, AX
	LEAQ 2(AX)(R13*1), AX
	CMOVQCS SI, AX
	MOVQ AX, 8(DI)
	RORXQ $32, BX, AX
	ORQ  R11, AX
	MOVQ AX, 16(DI)
	RORXQ $32, R12, AX
	LEAQ 1(AX)(BX*1), AX
	CMPQ BX, R12
	CMOVQCC SI, AX
	MOVQ AX, 24(DI)
	RORXQ $32, CX, AX
	LEAQ 1(AX)(R12*1), AX
	CMPQ R12, CX
	CMOVQCC SI, AX
	MOVQ AX, 32(DI)
	XORL AX, AX
	CMPQ R11, BX
	ADCQ AX, AX
	ADDQ AX, AX
	ANDQ R8, R10
	NEGQ R10
	SBBQ $0, AX
	MOVL AX, 40(DI)

yes:
	YES

escapes:
	// Bytes of the first block that are wrong may be escapes.
	EQUAL(percents<>, AX)
	TESTQ AX, AX
	JEQ  no
	MOVQ f+0(FP), DI
	ANDQ HOSTESCAPES(DI), SI
	ANDQ TAILESCAPES(DI), CX
	ORQ  CX, SI
	ANDQ AX, SI
	ANDNQ R13, SI, R13
	LEAQ (AX)(AX*1), SI
	LEAQ (AX*4), CX
	ORQ  CX, SI
	IN(DIGITS, CX)
	ANDNQ SI, CX, SI
	ORQ  SI, R13
	JNE  no

	// R13: the digits that are still to come.
	MOVQ AX, R13
	SHRQ $62, R13
	SHRQ $63, AX
	ORQ  AX, R13
	MOVQ n+16(FP), CX
	CMPQ CX, $64
	JHI  long
	TESTQ R13, R13
	JEQ  short

no:
	NO

long:
	// The path has to begin well within the first block.
	MOVQ R8, AX
	TESTQ DX, DX
	CMOVQEQ BX, AX
	DECQ AX
	SHRQ $60, AX
	JNE  no
	MOVQ R8, path-8(SP)
	MOVQ R9, scheme-16(SP)
	MOVQ DX, site-24(SP)
	MOVQ R10, slash-32(SP)
	MOVQ f+0(FP), DI
	CMPQ NODOTS(DI), $0
	JNE  firstDots

dotless:

	// BX: the end of the path; R10: that of the query; R8: the offset of the block.
	NEGQ R8
	ANDQ R11, R8
	TZCNTQ R8, BX
	CMOVQCS CX, BX
	TZCNTQ R12, R10
	CMOVQCS CX, R10
	MOVQ p+8(FP), SI
	MOVL $64, R8

block:
	NEXT
	NEXT_EQUAL(quests<>, R11)
	NEXT_EQUAL(hashes<>, R12)
	ORQ  R12, R11
	BLSIQ R12, R12
	XORL AX, AX
	CMPQ R10, CX
	CMOVQNE AX, R12 // where the fragment begins, if in this block
	TZCNTQ R11, AX
	LEAQ (AX)(R8*1), AX
	CMOVQCS CX, AX
	CMPQ BX, CX
	CMOVQEQ AX, BX
	TZCNTQ R12, AX
	LEAQ (AX)(R8*1), AX
	CMOVQCS CX, AX
	CMPQ R10, CX
	CMOVQEQ AX, R10
	NEXT_OUT(TAIL, AX)
	ANDNQ AX, R12, AX
	MOVQ AX, R11
	ORQ  R13, R11
	JNE  nextEscapes

next:
	MOVQ f+0(FP), DI
	CMPQ NODOTS(DI), $0
	JNE  nextDots

nextDotless:
	ADDQ $64, R8
	CMPQ R8, CX
	JCS  block
	TESTQ R13, R13
	JNE  no
	MOVQ R10, R12
	MOVQ path-8(SP), R8
	MOVQ scheme-16(SP), R9
	MOVQ site-24(SP), DX
	MOVQ slash-32(SP), R10
	JMP  parts

nextEscapes:
	// Bytes of the block that are wrong may be escapes.
	NEXT_EQUAL(percents<>, R11)
	MOVQ f+0(FP), DI
	MOVQ TAILESCAPES(DI), R12
	ANDQ R11, R12
	ANDNQ AX, R12, AX
	LEAQ (R11)(R11*1), R12
	ORQ  R12, R13
	ADDQ R12, R12
	ORQ  R12, R13
	NEXT_IN(DIGITS, R12)
	ANDNQ R13, R12, R13
	ORQ  R13, AX
	JNE  no
	MOVQ R11, R13
	SHRQ $62, R13
	SHRQ $63, R11
	ORQ  R11, R13
	JMP  next

dots:
	// The string fits into the first block. No segment may begin with a dot.
	EQUAL(periods<>, AX)
	LEAQ (R10)(R9*1), SI
	ADDQ SI, SI
	TESTQ AX, SI
	JEQ  parts
	JMP  no

firstDots:
	EQUAL(periods<>, AX)
	LEAQ (R10)(R9*1), SI
	ADDQ SI, SI
	TESTQ AX, SI
	JNE  no
	SHRQ $63, R10
	MOVQ R10, last-40(SP)
	JMP  dotless

nextDots:
	NEXT_EQUAL(slashes<>, R12)
	NEXT_EQUAL(periods<>, R11)
	LEAQ (R12)(R12*1), AX
	ORQ  last-40(SP), AX
	SHRQ $63, R12
	MOVQ R12, last-40(SP)
	TESTQ AX, R11
	JEQ  nextDotless
	JMP  no
