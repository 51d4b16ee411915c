package view

import (
	"strings"
	"time"

	"snaplab/game/config"
	"snaplab/ui/im"
	"snaplab/ui/text"
)

// Span is the part of a setting's range that its slider covers, and how.
type Span struct {
	Min, Max int64
	Scale    im.Scale
}

// Knob is a setting of the table that flags and files share, with what a slider needs
// of it.
type Knob struct{ *config.Setting }

// NewKnob returns the knob of a setting by its name. It panics if there is none.
func NewKnob(name string) *Knob { return &Knob{config.MustSetting(name)} }

// Format writes a value as a person reads it.
func (k *Knob) Format(v int64) string { return Spaced(k.Setting.Format(v)) }

// Spaced writes a value as a person reads it: "10 Hz" where files and flags have
// "10hz". Both can be typed.
func Spaced(text string) string {
	number := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyz%")
	unit := text[len(number):]
	if unit == "hz" {
		unit = "Hz"
	}
	return number + " " + unit
}

// Slider describes the slider of a knob over a part of its range.
func (k *Knob) Slider(label, tip string, over Span) im.Slider {
	return im.Slider{
		Label: label, Tooltip: tip,
		Min: over.Min, Max: over.Max, Step: k.Step, Default: k.Default, Scale: over.Scale,
		Format: k.Format, Parse: k.Parse,
	}
}

var (
	RateKnob             = NewKnob("rate")
	LatencyKnob          = NewKnob("latency")
	JitterKnob           = NewKnob("jitter")
	LossKnob             = NewKnob("loss")
	OutageKnob           = NewKnob("outage")
	DuplicateKnob        = NewKnob("duplicate")
	OrderKnob            = NewKnob("order")
	DelayKnob            = NewKnob("delay")
	AdaptiveKnob         = NewKnob("adaptive")
	MaxExtrapolationKnob = NewKnob("max-extrapolation")
	MaxDeadReckoningKnob = NewKnob("max-dead-reckoning")
	SmoothingKnob        = NewKnob("smoothing")
	OnUnderrunKnob       = NewKnob("on-underrun")
	BlendKnob            = NewKnob("blend")
	OnGapKnob            = NewKnob("on-gap")
)

const Msec = int64(time.Millisecond)

// Change is a setting that has another value, in the words of a language: of one kind, or
// of all where they agree before and after.
type Change struct{ Name, Was, Is string }

// Changes lists the settings in which b differs from a, in the order of the table.
func Changes(text *text.Text, a, b *config.Settings) (list []Change) {
	for _, s := range config.AllSettings() {
		was, is, alike := s.Get(a, 0), s.Get(b, 0), true
		for q := range s.Qualifiers(a) {
			alike = alike && s.Get(a, q) == was && s.Get(b, q) == is
		}
		for q, of := range s.Qualifiers(a) {
			from, to := s.Get(a, q), s.Get(b, q)
			if from == to || alike && q > 0 {
				continue
			}
			name := text.Setting(s.Name)
			if !alike && of != "" {
				name += " " + text.Setting(of)
			}
			list = append(list, Change{name, text.Setting(s.Format(from)), text.Setting(s.Format(to))})
		}
	}
	return list
}
