//go:build !purego

#include "textflag.h"
#include "lines_amd64.h"

// The same character 64 times.
#define REPEATED(name, x) \
	DATA name<>+0(SB)/8, x \
	DATA name<>+8(SB)/8, x \
	DATA name<>+16(SB)/8, x \
	DATA name<>+24(SB)/8, x \
	DATA name<>+32(SB)/8, x \
	DATA name<>+40(SB)/8, x \
	DATA name<>+48(SB)/8, x \
	DATA name<>+56(SB)/8, x \
	GLOBL name<>(SB), RODATA|NOPTR, $64

REPEATED(colons, $0x3A3A3A3A3A3A3A3A)
REPEATED(slashes, $0x2F2F2F2F2F2F2F2F)
REPEATED(quests, $0x3F3F3F3F3F3F3F3F)
REPEATED(hashes, $0x2323232323232323)
REPEATED(percents, $0x2525252525252525)
REPEATED(periods, $0x2E2E2E2E2E2E2E2E)

// By the high half of a byte, its row of the ASCII table as a bit; 0xFF for bytes
// after the table.
DATA rows<>+0(SB)/8, $0x8040201008040201
DATA rows<>+8(SB)/8, $0xFFFFFFFFFFFFFFFF
GLOBL rows<>(SB), RODATA|NOPTR, $16

DATA low<>+0(SB)/8, $0x0F0F0F0F0F0F0F0F
GLOBL low<>(SB), RODATA|NOPTR, $8

// A window on this is a mask of 64 bytes, the first of which are set.
DATA window<>+0(SB)/8, $-1
DATA window<>+8(SB)/8, $-1
DATA window<>+16(SB)/8, $-1
DATA window<>+24(SB)/8, $-1
DATA window<>+32(SB)/8, $-1
DATA window<>+40(SB)/8, $-1
DATA window<>+48(SB)/8, $-1
DATA window<>+56(SB)/8, $-1
GLOBL window<>(SB), RODATA|NOPTR, $128

// The fields of finder.
#define FORMS       0
#define JOINED      8
#define HOSTESCAPES 16
#define TAILESCAPES 24
#define NODOTS      32
#define SCHEME      40
#define HOST        56
#define TAIL        72
#define JOINTS      88
#define BEGIN       104
#define DIGITS      120
#define NOTFIRST    136

// What find does where it ends.

#define FIND_YES \
	VZEROUPPER \
	MOVB $1, found+32(FP) \
	RET

#define FIND_NO \
	VZEROUPPER \
	MOVB $0, found+32(FP) \
	RET

#define YES FIND_YES
#define NO FIND_NO

// With 64 bytes at once: Z0 is the bytes, Z1 their rows, K1 the length.

#define ROWS \
	VPSRLW $4, Z0, Z1 \
	VPANDD Z7, Z1, Z1 \
	VPSHUFB Z1, Z8, Z1

#define FIRST \
	VPBROADCASTQ low<>(SB), Z7 \
	VBROADCASTI32X4 rows<>(SB), Z8 \
	MOVQ p+8(FP), SI \
	MOVQ n+16(FP), CX \
	MOVL $64, AX \
	CMPQ CX, AX \
	CMOVQCS CX, AX \
	MOVQ $-1, BX \
	BZHIQ AX, BX, BX \
	KMOVQ BX, K1 \
	VMOVDQU8.Z (SI), K1, Z0 \
	ROWS

#define NEXT \
	MOVQ CX, AX \
	SUBQ R8, AX \
	MOVL $64, DX \
	CMPQ AX, DX \
	CMOVQHI DX, AX \
	MOVQ $-1, DX \
	BZHIQ AX, DX, DX \
	KMOVQ DX, K1 \
	VMOVDQU8.Z (SI)(R8*1), K1, Z0 \
	ROWS

#define EQUAL(c, out) \
	VPCMPEQB c(SB), Z0, K2 \
	KMOVQ K2, out

#define IN(table, out) \
	MOVQ f+0(FP), DI \
	VBROADCASTI32X4 table(DI), Z2 \
	VPSHUFB Z0, Z2, Z2 \
	VPTESTMB Z2, Z1, K2 \
	KMOVQ K2, out

#define OUT(table, out) \
	MOVQ f+0(FP), DI \
	VBROADCASTI32X4 table(DI), Z2 \
	VPSHUFB Z0, Z2, Z2 \
	VPTESTNMB Z2, Z1, K1, K2 \
	KMOVQ K2, out

#define NEXT_EQUAL(c, out) EQUAL(c, out)
#define NEXT_IN(table, out) IN(table, out)
#define NEXT_OUT(table, out) OUT(table, out)

TEXT ·find64(SB), NOSPLIT, $40-33
#include "find_amd64.h"

#undef FIRST
#undef YES
#undef NO
#define FIRST FIRST_LINE64
#define YES LINE_YES
#define NO LINE_NO

// func lines64(f *finder, p *byte, n int, at *Parts, left int, end, cr uint64) (lines, size int)
TEXT ·lines64(SB), NOSPLIT, $72-72
#include "find_amd64.h"

#undef ROWS
#undef FIRST
#undef YES
#undef NO
#undef NEXT
#undef EQUAL
#undef IN
#undef OUT
#undef NEXT_EQUAL
#undef NEXT_IN
#undef NEXT_OUT

#define YES FIND_YES
#define NO FIND_NO

// With 32 bytes at once: Y0 and Y1 are the bytes, Y2 and Y3 their rows, Y9 zero.

#define ROWS \
	VPSRLW $4, Y0, Y2 \
	VPSRLW $4, Y1, Y3 \
	VPAND Y7, Y2, Y2 \
	VPAND Y7, Y3, Y3 \
	VPSHUFB Y2, Y8, Y2 \
	VPSHUFB Y3, Y8, Y3

// Strings of less than 64 bytes are read beyond their end, but not beyond that of a page:
// there, nothing is found.
#define FIRST \
	MOVQ p+8(FP), SI \
	MOVQ n+16(FP), CX \
	MOVL $64, AX \
	CMPQ CX, AX \
	JCC load \
	MOVQ CX, AX \
	MOVL SI, BX \
	ANDL $4095, BX \
	CMPL BX, $(4096-64) \
	JHI no \
load: \
	VPBROADCASTQ low<>(SB), Y7 \
	VBROADCASTI128 rows<>(SB), Y8 \
	VPXOR Y9, Y9, Y9 \
	MOVQ $-1, BX \
	BZHIQ AX, BX, BX \
	MOVQ BX, length-48(SP) \
	LEAQ window<>+64(SB), BX \
	SUBQ AX, BX \
	VMOVDQU (SI), Y0 \
	VMOVDQU 32(SI), Y1 \
	VPAND (BX), Y0, Y0 \
	VPAND 32(BX), Y1, Y1 \
	ROWS

// The last block is the last 64 bytes; R9 is how many of them the block before it has.
#define NEXT \
	MOVQ CX, AX \
	SUBQ R8, AX \
	MOVL $64, R9 \
	SUBQ AX, R9 \
	XORL DX, DX \
	CMPQ AX, $64 \
	CMOVQCC DX, R9 \
	MOVQ R8, AX \
	SUBQ R9, AX \
	VMOVDQU (SI)(AX*1), Y0 \
	VMOVDQU 32(SI)(AX*1), Y1 \
	ROWS

#define COMBINE(out) \
	VPMOVMSKB Y4, out \
	VPMOVMSKB Y5, DI \
	SHLQ $32, DI \
	ORQ DI, out

#define EQUAL(c, out) \
	VPCMPEQB c(SB), Y0, Y4 \
	VPCMPEQB c(SB), Y1, Y5 \
	COMBINE(out)

#define MEMBERS(table) \
	MOVQ f+0(FP), DI \
	VBROADCASTI128 table(DI), Y6 \
	VPSHUFB Y0, Y6, Y4 \
	VPSHUFB Y1, Y6, Y5 \
	VPAND Y2, Y4, Y4 \
	VPAND Y3, Y5, Y5

#define IN(table, out) \
	MEMBERS(table) \
	VPCMPEQB Y2, Y4, Y4 \
	VPCMPEQB Y3, Y5, Y5 \
	COMBINE(out)

#define OUTSIDE(table, out) \
	MEMBERS(table) \
	VPCMPEQB Y9, Y4, Y4 \
	VPCMPEQB Y9, Y5, Y5 \
	COMBINE(out)

#define OUT(table, out) \
	OUTSIDE(table, out) \
	ANDQ length-48(SP), out

#define NEXT_EQUAL(c, out) \
	EQUAL(c, out) \
	SHRXQ R9, out, out

#define NEXT_IN(table, out) \
	IN(table, out) \
	SHRXQ R9, out, out

#define NEXT_OUT(table, out) \
	OUTSIDE(table, out) \
	SHRXQ R9, out, out

TEXT ·find32(SB), NOSPLIT, $48-33
#include "find_amd64.h"

#undef FIRST
#undef YES
#undef NO

#define FIRST FIRST_LINE32
#define YES LINE_YES
#define NO LINE_NO

// func lines32(f *finder, p *byte, n int, at *Parts, left int, end, cr uint64) (lines, size int)
TEXT ·lines32(SB), NOSPLIT, $72-72
#include "find_amd64.h"
