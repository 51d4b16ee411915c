package im

import (
	"fmt"
	"math"
	"strconv"

	"snaplab/ui/raster"
)

var opNames = [...]string{
	opPushClip:     "clip",
	opPopClip:      "unclip",
	opFillRect:     "fill",
	opFillRound:    "round",
	opStrokeRound:  "outline",
	opFillCircle:   "disc",
	opStrokeCircle: "circle",
	opPolygon:      "polygon",
	opPolyline:     "line",
	opText:         "text",
	opCustom:       "custom",
}

// String returns the list as text, a line per command, for people and for comparing
// with what was expected. Lengths are in dp, rounded to a tenth; colours are named as
// in the Style or written as #rrggbb, with the alpha in per cent where they are not
// opaque. The layers above the first are headed by a line of their own, and left out
// when empty.
//
//	round 10,20 80x24 r4 control
//	text 34.2,36.4 "Reset" regular 12.5 foreground
//	line 0,0 10,5 20,0 w1.5 accent 60%
func (l *List) String() string {
	var dst []byte
	for i := range l.layers {
		if i > 0 && len(l.layers[i].commands) > 0 {
			dst = fmt.Appendf(dst, "layer %d\n", i)
		}
		for j := range l.layers[i].commands {
			dst = append(l.appendCommand(dst, &l.layers[i].commands[j]), '\n')
		}
	}
	return string(dst)
}

func (l *List) appendCommand(dst []byte, c *command) []byte {
	dst = append(dst, opNames[c.op]...)
	switch c.op {
	case opPopClip:
		return dst
	case opPolygon, opPolyline:
		for _, p := range l.pointsOf(c) {
			dst = appendPair(append(dst, ' '), p.X, p.Y, ',')
		}
	default:
		dst = appendPair(append(dst, ' '), c.rect.X, c.rect.Y, ',')
	}
	switch c.op {
	case opPushClip, opFillRect, opFillRound, opStrokeRound, opCustom:
		dst = appendPair(append(dst, ' '), c.rect.W, c.rect.H, 'x')
	}
	switch c.op {
	case opPushClip:
		return dst
	case opFillRound, opStrokeRound, opFillCircle, opStrokeCircle:
		dst = appendTenths(append(dst, " r"...), c.radius)
	case opText:
		dst = fmt.Appendf(dst, " %q ", c.text)
		return l.appendColour(appendFont(dst, c.font), c.colour)
	case opCustom:
		return fmt.Appendf(dst, " %s version %d", c.text, c.version)
	}
	switch c.op {
	case opStrokeRound, opStrokeCircle:
		dst = appendTenths(append(dst, " w"...), c.width)
	case opPolyline:
		dst = appendStroke(dst, c.stroke)
	}
	return l.appendColour(dst, c.colour)
}

func appendFont(dst []byte, f raster.Font) []byte {
	switch f.Weight {
	case raster.Medium:
		dst = append(dst, "medium "...)
	case raster.Bold:
		dst = append(dst, "bold "...)
	default:
		dst = append(dst, "regular "...)
	}
	dst = appendTenths(dst, f.Size)
	if f.Tabular {
		dst = append(dst, " tabular"...)
	}
	if f.Mono {
		dst = append(dst, " mono"...)
	}
	return dst
}

func appendStroke(dst []byte, s raster.Stroke) []byte {
	dst = appendTenths(append(dst, " w"...), s.Width)
	if s.Dash > 0 {
		dst = appendPair(append(dst, " dash "...), s.Dash, s.Gap, '/')
	}
	if s.Phase != 0 {
		dst = appendTenths(append(dst, " phase "...), s.Phase)
	}
	if s.Closed {
		dst = append(dst, " closed"...)
	}
	return dst
}

// appendColour writes a blank and the colour.
func (l *List) appendColour(dst []byte, c raster.Color) []byte {
	opaque := c
	opaque.A = 0xff
	name := ""
	if l.style != nil {
		name = l.style.colourName(opaque)
	}
	dst = append(dst, ' ')
	if name != "" {
		dst = append(dst, name...)
	} else {
		dst = fmt.Appendf(dst, "#%02x%02x%02x", c.R, c.G, c.B)
	}
	if c.A != 0xff {
		dst = fmt.Appendf(dst, " %d%%", (int(c.A)*100+127)/255)
	}
	return dst
}

func appendPair(dst []byte, a, b float32, between byte) []byte {
	return appendTenths(append(appendTenths(dst, a), between), b)
}

// appendTenths writes a number rounded to a tenth, without a needless ".0" and
// never as "-0".
func appendTenths(dst []byte, v float32) []byte {
	t := math.Round(float64(v)*10) / 10
	return strconv.AppendFloat(dst, t+0, 'f', -1, 64)
}
