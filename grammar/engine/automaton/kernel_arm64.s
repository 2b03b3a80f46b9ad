//go:build !purego

#include "textflag.h"

// By the high half of a byte, its row of the ASCII table as a bit; 0 for bytes after the
// table.
DATA rows<>+0(SB)/8, $0x8040201008040201
DATA rows<>+8(SB)/8, $0
GLOBL rows<>(SB), RODATA|NOPTR, $16

// A bit for each byte of a half vector.
DATA weights<>+0(SB)/8, $0x8040201008040201
DATA weights<>+8(SB)/8, $0x8040201008040201
GLOBL weights<>(SB), RODATA|NOPTR, $16

// A window on this, r bytes before the middle, takes the last r bytes of a vector to its
// beginning, and makes the others 0.
DATA window<>+0(SB)/8, $0x0706050403020100
DATA window<>+8(SB)/8, $0x0F0E0D0C0B0A0908
DATA window<>+16(SB)/8, $-1
DATA window<>+24(SB)/8, $-1
GLOBL window<>(SB), RODATA|NOPTR, $32

// The fields of kernel, and how many of its sets are folded.
#define FOLDED  0
#define PLAIN   8
#define JOINED  16
#define ESCAPE  32
#define DIGITS  48
#define JOINTS  64
#define FOLLOWS 80
#define NIBBLES 96
#define FOLDS   5

// COMBINE(out): the bytes of V20 to V23, each 0 or with all bits set, become the bits of
// out.
#define COMBINE(out) \
	VAND  V28.B16, V20.B16, V20.B16 \
	VAND  V28.B16, V21.B16, V21.B16 \
	VAND  V28.B16, V22.B16, V22.B16 \
	VAND  V28.B16, V23.B16, V23.B16 \
	VADDP V21.B16, V20.B16, V20.B16 \
	VADDP V23.B16, V22.B16, V22.B16 \
	VADDP V22.B16, V20.B16, V20.B16 \
	VADDP V20.B16, V20.B16, V20.B16 \
	VMOV  V20.D[0], out

// MEMBERS(table, out): out has bit i set if byte i is in the set at table.
// V0 to V3: the columns of the bytes; V4 to V7: their rows.
#define MEMBERS(table, out) \
	VLD1   (table), [V16.B16] \
	VTBL   V0.B16, [V16.B16], V20.B16 \
	VTBL   V1.B16, [V16.B16], V21.B16 \
	VTBL   V2.B16, [V16.B16], V22.B16 \
	VTBL   V3.B16, [V16.B16], V23.B16 \
	VCMTST V4.B16, V20.B16, V20.B16 \
	VCMTST V5.B16, V21.B16, V21.B16 \
	VCMTST V6.B16, V22.B16, V22.B16 \
	VCMTST V7.B16, V23.B16, V23.B16 \
	COMBINE(out)

// func classify32(not *outside, k *kernel, p *byte, n int)
TEXT ·classify32(SB), NOSPLIT, $0-32
	MOVD not+0(FP), R0
	MOVD k+8(FP), R1
	MOVD p+16(FP), R2
	MOVD n+24(FP), R3

	CMP  $64, R3
	BEQ  all
	VEOR V0.B16, V0.B16, V0.B16
	VEOR V1.B16, V1.B16, V1.B16
	VEOR V2.B16, V2.B16, V2.B16
	VEOR V3.B16, V3.B16, V3.B16
	CMP  $16, R3
	BLT  small

	// V16: the bytes after the last whole vector, from the last 16.
	ADD  R2, R3, R4
	SUB  $16, R4
	VLD1 (R4), [V16.B16]
	AND  $15, R3, R5
	MOVD $window<>+16(SB), R6
	SUB  R5, R6
	VLD1 (R6), [V17.B16]
	VTBL V17.B16, [V16.B16], V16.B16
	LSR  $4, R3, R5
	CMP  $2, R5
	BLT  one
	BEQ  two
	VLD1 (R2), [V0.B16, V1.B16, V2.B16]
	VMOV V16.B16, V3.B16
	B    loaded

all:
	VLD1 (R2), [V0.B16, V1.B16, V2.B16, V3.B16]
	B    loaded

two:
	VLD1 (R2), [V0.B16, V1.B16]
	VMOV V16.B16, V2.B16
	B    loaded

one:
	VLD1 (R2), [V0.B16]
	VMOV V16.B16, V1.B16
	B    loaded

small:
	// The first 8 bytes, and from the last 8 those after them: none if there are only 8.
	MOVD (R2), R4
	ADD  R2, R3, R5
	MOVD -8(R5), R5
	MOVD $15, R6
	SUB  R3, R6
	LSL  $3, R6
	LSR  $8, R5
	LSR  R6, R5
	VMOV R4, V0.D[0]
	VMOV R5, V0.D[1]

loaded:
	MOVD $rows<>(SB), R4
	VLD1 (R4), [V27.B16]
	MOVD $weights<>(SB), R4
	VLD1 (R4), [V28.B16]

	// R13: where an escape may begin.
	ADD   $ESCAPE, R1, R4
	VLD1  (R4), [V16.B16]
	VCMEQ V0.B16, V16.B16, V20.B16
	VCMEQ V1.B16, V16.B16, V21.B16
	VCMEQ V2.B16, V16.B16, V22.B16
	VCMEQ V3.B16, V16.B16, V23.B16
	COMBINE(R13)

	VUSHR $4, V0.B16, V4.B16
	VUSHR $4, V1.B16, V5.B16
	VUSHR $4, V2.B16, V6.B16
	VUSHR $4, V3.B16, V7.B16
	VTBL  V4.B16, [V27.B16], V4.B16
	VTBL  V5.B16, [V27.B16], V5.B16
	VTBL  V6.B16, [V27.B16], V6.B16
	VTBL  V7.B16, [V27.B16], V7.B16
	// A byte after the ASCII table has no column, because VTBL gives 0 beyond 15.
	VMOVI $0x8F, V16.B16
	VAND  V16.B16, V0.B16, V0.B16
	VAND  V16.B16, V1.B16, V1.B16
	VAND  V16.B16, V2.B16, V2.B16
	VAND  V16.B16, V3.B16, V3.B16

	// R13: where a complete one begins.
	ADD $DIGITS, R1, R4
	MEMBERS(R4, R12)
	AND R12>>1, R13
	AND R12>>2, R13

	MOVD FOLDED(R1), R5
	ADD  $NIBBLES, R1, R4
	MOVD R0, R6
	CBZ  R5, foldedDone

folded:
	MEMBERS(R4, R7)
	ORR  R13, R7
	MVN  R7, R7
	MOVD R7, (R6)
	ADD  $16, R4
	ADD  $8, R6
	SUB  $1, R5
	CBNZ R5, folded

foldedDone:
	// R13: where a joint is that has one of follows after it.
	MOVD ZR, R13
	MOVD JOINED(R1), R5
	CBZ  R5, unjoined
	ADD  $JOINTS, R1, R4
	MEMBERS(R4, R13)
	ADD  $FOLLOWS, R1, R4
	MEMBERS(R4, R12)
	AND  R12>>1, R13

unjoined:
	MOVD PLAIN(R1), R5
	ADD  $(NIBBLES+16*FOLDS), R1, R4
	ADD  $(8*FOLDS), R0, R6
	CBZ  R5, done

plain:
	MEMBERS(R4, R7)
	ORR  R13, R7
	MOVD ZR, R13
	MVN  R7, R7
	MOVD R7, (R6)
	ADD  $16, R4
	ADD  $8, R6
	SUB  $1, R5
	CBNZ R5, plain

done:
	RET
