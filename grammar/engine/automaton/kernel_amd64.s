//go:build !purego

#include "textflag.h"

// By the high half of a byte, its row of the ASCII table as a bit; 0xFF for bytes
// after the table.
DATA rows<>+0(SB)/8, $0x8040201008040201
DATA rows<>+8(SB)/8, $0xFFFFFFFFFFFFFFFF
GLOBL rows<>(SB), RODATA|NOPTR, $16

DATA low<>+0(SB)/8, $0x0F0F0F0F0F0F0F0F
GLOBL low<>(SB), RODATA|NOPTR, $8

// Windows on these are masks of 16 dwords: the whole ones, and the one after them.
DATA whole<>+0(SB)/8, $-1
DATA whole<>+8(SB)/8, $-1
DATA whole<>+16(SB)/8, $-1
DATA whole<>+24(SB)/8, $-1
DATA whole<>+32(SB)/8, $-1
DATA whole<>+40(SB)/8, $-1
DATA whole<>+48(SB)/8, $-1
DATA whole<>+56(SB)/8, $-1
GLOBL whole<>(SB), RODATA|NOPTR, $128

DATA part<>+64(SB)/4, $-1
GLOBL part<>(SB), RODATA|NOPTR, $132

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

// MEMBERS(table, out, tmp): out has bit i set if byte i is in the set.
// Y0, Y1: the bytes; Y2, Y3: their rows.
#define MEMBERS(table, out, tmp) \
	VBROADCASTI128 table, Y4 \
	VPSHUFB  Y0, Y4, Y5    \
	VPSHUFB  Y1, Y4, Y6    \
	VPAND    Y2, Y5, Y5    \
	VPAND    Y3, Y6, Y6    \
	VPCMPEQB Y2, Y5, Y5    \
	VPCMPEQB Y3, Y6, Y6    \
	COMBINE(out, tmp)

#define COMBINE(out, tmp) \
	VPMOVMSKB Y5, out      \
	VPMOVMSKB Y6, tmp      \
	SHLQ     $32, tmp  \
	ORQ      tmp, out

// func classify32(not *outside, k *kernel, p *byte, n int)
TEXT ·classify32(SB), NOSPLIT, $0-32
	MOVQ not+0(FP), DI
	MOVQ k+8(FP), SI
	MOVQ p+16(FP), R8
	MOVQ n+24(FP), R9

	// The whole dwords.
	MOVQ R9, R10
	ANDQ $~3, R10
	LEAQ whole<>+64(SB), R11
	SUBQ R10, R11
	VMOVDQU    (R11), Y2
	VMOVDQU    32(R11), Y3
	VPMASKMOVD (R8), Y2, Y0
	VPMASKMOVD 32(R8), Y3, Y1

	// The last bytes, some of which may be in the whole dwords too.
	MOVL -4(R8)(R9*1), AX
	MOVQ R9, CX
	ANDQ $3, CX
	NEGQ CX
	ADDQ $4, CX
	SHLQ $3, CX
	SHRXQ CX, AX, AX
	VMOVD AX, X4
	VPBROADCASTD X4, Y4
	LEAQ part<>+64(SB), R11
	SUBQ R10, R11
	VPAND (R11), Y4, Y5
	VPAND 32(R11), Y4, Y6
	VPOR  Y5, Y0, Y0
	VPOR  Y6, Y1, Y1

	VPBROADCASTQ   low<>(SB), Y7
	VBROADCASTI128 rows<>(SB), Y8
	VPSRLW  $4, Y0, Y2
	VPSRLW  $4, Y1, Y3
	VPAND   Y7, Y2, Y2
	VPAND   Y7, Y3, Y3
	VPSHUFB Y2, Y8, Y2
	VPSHUFB Y3, Y8, Y3

	// R13: where a complete escape begins.
	VBROADCASTI128 ESCAPE(SI), Y4
	VPCMPEQB Y0, Y4, Y5
	VPCMPEQB Y1, Y4, Y6
	COMBINE(R13, R11)
	MEMBERS(DIGITS(SI), R12, R11)
	SHRQ $1, R12
	ANDQ R12, R13
	SHRQ $1, R12
	ANDQ R12, R13

	MOVQ FOLDED(SI), BX
	LEAQ NIBBLES(SI), R8
	MOVQ DI, R9
	JMP  check

folded:
	MEMBERS((R8), AX, R11)
	ORQ  R13, AX
	NOTQ AX
	MOVQ AX, (R9)
	ADDQ $16, R8
	ADDQ $8, R9
	DECQ BX

check:
	TESTQ BX, BX
	JNZ   folded

	// R13: where a joint is that has one of follows after it.
	XORQ R13, R13
	CMPQ JOINED(SI), $0
	JEQ  unjoined
	MEMBERS(JOINTS(SI), R13, R11)
	MEMBERS(FOLLOWS(SI), R12, R11)
	SHRQ $1, R12
	ANDQ R12, R13

unjoined:
	MOVQ PLAIN(SI), BX
	LEAQ (NIBBLES+16*FOLDS)(SI), R8
	LEAQ (8*FOLDS)(DI), R9
	JMP  checkPlain

plain:
	MEMBERS((R8), AX, R11)
	ORQ  R13, AX
	XORQ R13, R13
	NOTQ AX
	MOVQ AX, (R9)
	ADDQ $16, R8
	ADDQ $8, R9
	DECQ BX

checkPlain:
	TESTQ BX, BX
	JNZ   plain
	VZEROUPPER
	RET

#define OUTSIDE(k) \
	VBROADCASTI32X4 (NIBBLES+16*k)(SI), Z4 \
	VPSHUFB   Z0, Z4, Z4 \
	VPTESTNMB Z4, Z2, K2 \
	KMOVQ     K2, AX

// OUTSIDE_FOLDED(k): the same for set k, in which the bytes of R13 are too.
#define OUTSIDE_FOLDED(k) \
	OUTSIDE(k) \
	ANDNQ AX, R13, AX \
	MOVQ  AX, (8*k)(DI)

#define INSIDE(table, out) \
	VBROADCASTI32X4 table, Z4 \
	VPSHUFB  Z0, Z4, Z4 \
	VPTESTMB Z4, Z2, K2 \
	KMOVQ    K2, out

// func classify64(not *outside, k *kernel, p *byte, n int)
TEXT ·classify64(SB), NOSPLIT, $0-32
	MOVQ not+0(FP), DI
	MOVQ k+8(FP), SI
	MOVQ p+16(FP), R8
	MOVQ n+24(FP), R9
	MOVQ $-1, AX
	BZHIQ R9, AX, AX
	KMOVQ AX, K1
	VMOVDQU8.Z (R8), K1, Z0
	VPBROADCASTQ low<>(SB), Z7
	VBROADCASTI32X4 rows<>(SB), Z8
	VPSRLW $4, Z0, Z2
	VPANDD Z7, Z2, Z2
	VPSHUFB Z2, Z8, Z2
	VBROADCASTI32X4 ESCAPE(SI), Z4
	VPCMPEQB Z0, Z4, K2
	KMOVQ K2, R13
	INSIDE(DIGITS(SI), R12)
	SHRQ $1, R12
	ANDQ R12, R13
	SHRQ $1, R12
	ANDQ R12, R13
	OUTSIDE_FOLDED(0)
	OUTSIDE_FOLDED(1)
	OUTSIDE_FOLDED(2)
	OUTSIDE_FOLDED(3)
	OUTSIDE_FOLDED(4)
	XORQ R13, R13
	CMPQ JOINED(SI), $0
	JEQ  unjoined
	INSIDE(JOINTS(SI), R13)
	INSIDE(FOLLOWS(SI), R12)
	SHRQ $1, R12
	ANDQ R12, R13

unjoined:
	OUTSIDE_FOLDED(5)
	OUTSIDE(6)
	MOVQ AX, (8*6)(DI)
	VZEROUPPER
	RET
