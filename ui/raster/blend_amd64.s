//go:build !purego

#include "textflag.h"

// Four pixels at a time, with SSE2, which every amd64 has. A register holds the
// channels of two pixels in lanes of 16 bits; no lane runs over, and each step
// is the one that blend_generic.go takes. X0 is zero throughout.

// ROUNDED divides the lanes of x by 255; the 128 must have been added.
#define ROUNDED(x, t) \
	MOVO  x, t \
	PSRLW $8, t \
	PADDW t, x \
	PSRLW $8, x

// LAYERED blends two layer pixels, the one in a and the one in b, over those in
// d. Layer pixels have their lanes in the order R, B, G, A.
#define LAYERED(a, b, d, t) \
	MOVO       a, t       \
	PUNPCKLQDQ b, a       \
	PUNPCKHQDQ b, t       \
	PSHUFLW    $0xd8, a, a \
	PSHUFHW    $0xd8, a, a \
	PMULLW     t, d       \
	PADDW      a, d       \
	ROUNDED(d, t)

// func blendLayerSSE2(row *byte, layer *layerPixel, n int)
TEXT ·blendLayerSSE2(SB), NOSPLIT, $0-24
	MOVQ row+0(FP), DI
	MOVQ layer+8(FP), SI
	MOVQ n+16(FP), CX
	PXOR X0, X0
	SUBQ $4, CX
	JLT  rest

four:
	MOVOU     (DI), X1
	MOVO      X1, X2
	PUNPCKLBW X0, X1
	PUNPCKHBW X0, X2
	MOVOU     (SI), X3
	MOVOU     16(SI), X4
	MOVOU     32(SI), X5
	MOVOU     48(SI), X6
	LAYERED(X3, X4, X1, X7)
	LAYERED(X5, X6, X2, X8)
	PACKUSWB  X2, X1
	MOVOU     X1, (DI)
	ADDQ      $16, DI
	ADDQ      $64, SI
	SUBQ      $4, CX
	JGE       four

rest:
	ADDQ $4, CX
	JEQ  done

one:
	MOVL      (DI), X1
	PUNPCKLBW X0, X1
	MOVOU     (SI), X3
	LAYERED(X3, X3, X1, X7)
	PACKUSWB  X1, X1
	MOVL      X1, (DI)
	ADDQ      $4, DI
	ADDQ      $16, SI
	SUBQ      $1, CX
	JNE       one

done:
	RET

// COVERED blends the colour X8 with the weights a over two pixels in d.
#define COVERED(a, d, t) \
	MOVO   X11, t \
	PSUBW  a, t   \
	PMULLW t, d   \
	PMULLW X8, a  \
	PADDW  a, d   \
	PADDW  X10, d \
	ROUNDED(d, t)

// COLOUR readies the colour in X8 and the alpha in X9.
#define COLOUR \
	PXOR       X0, X0   \
	PUNPCKLBW  X0, X8   \
	PUNPCKLQDQ X8, X8   \
	PSHUFLW    $0, X9, X9 \
	PCMPEQW    X10, X10 \
	MOVO       X10, X11 \
	PSRLW      $15, X10 \
	PSLLW      $7, X10  \ // 128 in each lane
	PSRLW      $8, X11    // 255

// COVERED4 blends the colour with four coverages in X3 over four pixels in X1.
#define COVERED4 \
	PUNPCKLBW X0, X3 \
	PMULLW    X9, X3 \
	PADDW     X10, X3 \
	ROUNDED(X3, X4)  \
	PUNPCKLWL X3, X3 \
	MOVO      X3, X4 \
	PUNPCKLLQ X3, X3 \
	PUNPCKHLQ X4, X4 \
	MOVO      X1, X2 \
	PUNPCKLBW X0, X1 \
	PUNPCKHBW X0, X2 \
	COVERED(X3, X1, X5) \
	COVERED(X4, X2, X6) \
	PACKUSWB  X2, X1

// func blendMaskSSE2(pix *byte, stride int, mask *uint8, width, w, h int, pixel, alpha uint32)
TEXT ·blendMaskSSE2(SB), NOSPLIT, $0-56
	MOVQ       pix+0(FP), R8
	MOVQ       stride+8(FP), R9
	MOVQ       mask+16(FP), R10
	MOVQ       width+24(FP), R11
	MOVQ       w+32(FP), R12
	MOVQ       h+40(FP), R13
	MOVL       pixel+48(FP), X8
	MOVL       alpha+52(FP), X9
	COLOUR

row:
	MOVQ R8, DI
	MOVQ R10, SI
	MOVQ R12, CX
	SUBQ $4, CX
	JLT  rest

four:
	MOVL  (SI), X3
	MOVOU (DI), X1
	COVERED4
	MOVOU X1, (DI)
	ADDQ      $16, DI
	ADDQ      $4, SI
	SUBQ      $4, CX
	JGE       four

rest:
	ADDQ $4, CX
	JEQ  next

one:
	MOVBLZX   (SI), AX
	MOVL      AX, X3
	PMULLW    X9, X3
	PADDW     X10, X3
	ROUNDED(X3, X4)
	PSHUFLW   $0, X3, X3
	MOVL      (DI), X1
	PUNPCKLBW X0, X1
	COVERED(X3, X1, X5)
	PACKUSWB  X1, X1
	MOVL      X1, (DI)
	ADDQ      $4, DI
	ADDQ      $1, SI
	SUBQ      $1, CX
	JNE       one

next:
	ADDQ R9, R8
	ADDQ R11, R10
	SUBQ $1, R13
	JNE  row
	RET

// func blendMarkedSSE2(pix *byte, stride int, coverage *uint8, marks *uint64, width, words, rows, last int, pixel, alpha uint32)
TEXT ·blendMarkedSSE2(SB), NOSPLIT, $0-72
	MOVQ pix+0(FP), DI
	MOVQ coverage+16(FP), SI
	MOVQ marks+24(FP), DX
	MOVQ last+56(FP), R11
	MOVL pixel+64(FP), X8
	MOVL alpha+68(FP), X9
	COLOUR

row:
	MOVQ words+40(FP), R12
	MOVQ DX, R13
	XORL R9, R9           // the pixel that the word begins with

word:
	MOVQ  (R13), BX
	TESTQ BX, BX
	JEQ   next
	MOVQ  $0, (R13)

four:
	// Four pixels from the first that is marked on, or the last four of all.
	BSFQ    BX, CX
	MOVL    $15, AX
	SHLQ    CX, AX
	NOTQ    AX
	ANDQ    AX, BX
	ADDQ    R9, CX
	CMPQ    CX, R11
	CMOVQGT R11, CX
	MOVL    (SI)(CX*1), X3
	MOVL    $0, (SI)(CX*1)
	MOVOU   (DI)(CX*4), X1
	COVERED4
	MOVOU   X1, (DI)(CX*4)
	TESTQ   BX, BX
	JNE     four

next:
	ADDQ $8, R13
	ADDQ $64, R9
	SUBQ $1, R12
	JNE  word

	ADDQ stride+8(FP), DI
	MOVQ width+32(FP), AX
	ADDQ AX, SI
	SHRQ $3, AX
	ADDQ AX, DX
	DECQ rows+48(FP)
	JNE  row
	RET
