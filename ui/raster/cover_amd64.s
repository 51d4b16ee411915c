//go:build !purego

#include "textflag.h"

// The eight pixels of a block at a time, with SSE2. Coverage is reach − |across|
// = min(reach − across, reach + across), cut off at 0 and full.

// coverFrom[i] has the bytes from i on, coverTo[i] those before i, for i from 0
// to 8.
DATA coverFrom<>+0(SB)/8, $0xffffffffffffffff
DATA coverFrom<>+8(SB)/8, $0xffffffffffffff00
DATA coverFrom<>+16(SB)/8, $0xffffffffffff0000
DATA coverFrom<>+24(SB)/8, $0xffffffffff000000
DATA coverFrom<>+32(SB)/8, $0xffffffff00000000
DATA coverFrom<>+40(SB)/8, $0xffffff0000000000
DATA coverFrom<>+48(SB)/8, $0xffff000000000000
DATA coverFrom<>+56(SB)/8, $0xff00000000000000
DATA coverFrom<>+64(SB)/8, $0
GLOBL coverFrom<>(SB), RODATA|NOPTR, $72

// func coverSSE2(coverage *uint8, marks *uint64, blocks *coverBlock, n, step, reach, full int)
TEXT ·coverSSE2(SB), NOSPLIT, $0-56
	MOVQ coverage+0(FP), DI
	MOVQ marks+8(FP), DX
	MOVQ blocks+16(FP), SI
	MOVQ n+24(FP), R10
	LEAQ coverFrom<>(SB), R11

	// X1 and X2: what the pixels are away from the first, times step.
	MOVQ   step+32(FP), X0
	MOVO   X0, X1
	PSHUFL $0, X0, X0
	PSLLQ  $32, X1
	PSHUFL $0x44, X1, X1 // 0, step, 0, step
	MOVO   X0, X3
	PADDL  X0, X3
	MOVO   X3, X2
	PADDL  X3, X2        // 4 · step
	PSLLO  $8, X3        // 0, 0, 2 · step, 2 · step
	PADDL  X3, X1
	PADDL  X1, X2

	MOVQ       reach+40(FP), X10
	PSHUFL     $0, X10, X10
	MOVQ       full+48(FP), X11
	PUNPCKLBW  X11, X11
	PSHUFLW    $0, X11, X11
	PXOR       X9, X9

block:
	MOVQ    0(SI), X3
	MOVL    8(SI), AX
	MOVWLZX 12(SI), R8
	MOVWLZX 14(SI), R9
	PSHUFL  $0, X3, X3
	MOVO    X10, X4
	PSUBL   X3, X4     // reach − across of the first
	PADDL   X10, X3    // reach + across
	MOVO    X4, X5
	MOVO    X3, X6
	PADDL   X1, X4
	PADDL   X2, X5
	PSUBL   X1, X3
	PSUBL   X2, X6
	PSRAL   $16, X4
	PSRAL   $16, X5
	PSRAL   $16, X3
	PSRAL   $16, X6
	PACKSSLW X5, X4
	PACKSSLW X6, X3
	PMINSW  X3, X4
	PACKUSWB X4, X4
	PMINUB  X11, X4
	MOVQ    (R11)(R8*8), X7
	MOVQ    (R11)(R9*8), X8
	PAND    X7, X4
	PANDN   X4, X8
	MOVQ    (DI)(AX*1), X5
	PMAXUB  X8, X5
	MOVQ    X5, (DI)(AX*1)

	PCMPEQB X9, X8
	PMOVMSKB X8, R8
	NOTL    R8
	MOVBLZX R8, R8
	MOVL    AX, CX
	SHRQ    $3, AX
	ANDL    $7, CX
	SHLL    CX, R8
	ORW     R8, (DX)(AX*1)

	ADDQ $16, SI
	SUBQ $1, R10
	JNE  block
	RET
