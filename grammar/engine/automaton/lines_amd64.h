// Macros for the routine lines, which does what find does for line after line of a text. R14
// is where the line begins, and limit is where the last 64 bytes of the text begin. It ends
// at a line that does not have the shape, is empty, or does not end before the last 64
// bytes.

// CUT: CX is the offset of the end of the line at SI. It becomes the length of the line, and
// stays a flag that says whether that is 0.
#define CUT \
	LEAQ 1(SI)(CX*1), AX \
	MOVQ AX, next-72(SP) \
	MOVBLZX -1(SI)(CX*1), AX \
	XORL BX, BX \
	CMPQ AX, cr+48(FP) \
	SETEQ BX \
	SUBQ BX, CX

// BEGIN_LINES: prepares limit, start and the number of lines.
#define BEGIN_LINES \
	MOVQ p+8(FP), R14 \
	MOVQ R14, start-56(SP) \
	MOVQ left+32(FP), AX \
	LEAQ -64(R14)(AX*1), AX \
	MOVQ AX, limit-64(SP) \
	MOVQ $0, lines+56(FP)

// LINE_YES and LINE_NO: a line has the shape, or not.
#define LINE_YES \
	MOVQ next-72(SP), R14 \
	INCQ lines+56(FP) \
	JMP  line

#define LINE_NO \
	VZEROUPPER \
	SUBQ start-56(SP), R14 \
	MOVQ R14, size+64(FP) \
	RET

// FIRST_LINE64: cuts the next line and loads its first block, for 64 bytes at once. Z9 is
// the end of a line 64 times.
#define FIRST_LINE64 \
	VPBROADCASTQ low<>(SB), Z7 \
	VBROADCASTI32X4 rows<>(SB), Z8 \
	VPBROADCASTB end+40(FP), Z9 \
	BEGIN_LINES \
line: \
	CMPQ R14, limit-64(SP) \
	JHI no \
	MOVQ R14, SI \
	VMOVDQU8 (SI), Z0 \
	VPCMPEQB Z9, Z0, K1 \
	KMOVQ K1, CX \
	TZCNTQ CX, CX \
	JCS far \
	JEQ no \
	CUT \
	JEQ no \
	MOVQ CX, AX \
block64: \
	MOVQ CX, n+16(FP) \
	MOVQ $-1, BX \
	BZHIQ AX, BX, BX \
	KMOVQ BX, K1 \
	VMOVDQU8.Z Z0, K1, Z0 \
	JMP rows64 \
far: \
	MOVQ R14, AX \
scan: \
	ADDQ $64, AX \
	CMPQ AX, limit-64(SP) \
	JHI no \
	VPCMPEQB (AX), Z9, K1 \
	KMOVQ K1, CX \
	TZCNTQ CX, CX \
	JCS scan \
	ADDQ AX, CX \
	SUBQ SI, CX \
	CUT \
	MOVQ SI, p+8(FP) \
	MOVL $64, AX \
	CMPQ CX, AX \
	CMOVQCS CX, AX \
	JMP block64 \
rows64: \
	ROWS

// FIRST_LINE32: the same for 32 bytes at once. Y10 is the end of a line 32 times.
#define FIRST_LINE32 \
	VPBROADCASTQ low<>(SB), Y7 \
	VBROADCASTI128 rows<>(SB), Y8 \
	VPXOR Y9, Y9, Y9 \
	VPBROADCASTB end+40(FP), Y10 \
	BEGIN_LINES \
line: \
	CMPQ R14, limit-64(SP) \
	JHI no \
	MOVQ R14, SI \
	VMOVDQU (SI), Y0 \
	VMOVDQU 32(SI), Y1 \
	VPCMPEQB Y10, Y0, Y4 \
	VPCMPEQB Y10, Y1, Y5 \
	COMBINE(CX) \
	TZCNTQ CX, CX \
	JCS far \
	JEQ no \
	CUT \
	JEQ no \
	MOVQ CX, AX \
block32: \
	MOVQ CX, n+16(FP) \
	MOVQ $-1, BX \
	BZHIQ AX, BX, BX \
	MOVQ BX, length-48(SP) \
	LEAQ window<>+64(SB), BX \
	SUBQ AX, BX \
	VPAND (BX), Y0, Y0 \
	VPAND 32(BX), Y1, Y1 \
	JMP rows32 \
far: \
	MOVQ R14, AX \
scan: \
	ADDQ $64, AX \
	CMPQ AX, limit-64(SP) \
	JHI no \
	VPCMPEQB (AX), Y10, Y4 \
	VPCMPEQB 32(AX), Y10, Y5 \
	COMBINE(CX) \
	TZCNTQ CX, CX \
	JCS scan \
	ADDQ AX, CX \
	SUBQ SI, CX \
	CUT \
	MOVQ SI, p+8(FP) \
	MOVL $64, AX \
	CMPQ CX, AX \
	CMOVQCS CX, AX \
	JMP block32 \
rows32: \
	ROWS
