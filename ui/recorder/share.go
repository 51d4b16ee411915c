package recorder

import (
	"snaplab/ui/im"
	"snaplab/ui/view"
)

// Share is the page where a run is a text, to be copied and to be replaced by another.
type Share struct {
	text    string
	problem string // why there is no text, or what is wrong with it
}

const (
	// SharePopup is the page, as a popup.
	SharePopup  = "share"
	longestText = 1 << 15 // characters in the box
)

// Open opens the page with the run as a text, or with why there is none.
func (p *Share) Open(c *im.Context, text string, err error) {
	*p = Share{text: text}
	p.fail(err)
	c.OpenPopup(SharePopup)
}

// Paste puts a text into the box, or keeps what is there if it is empty, and shows what is
// wrong with it, nil for nothing.
func (p *Share) Paste(text string, err error) {
	p.fail(err)
	if text != "" {
		p.text = text
	}
}

// fail shows what is wrong, nil for nothing.
func (p *Share) fail(err error) {
	if p.problem = ""; err != nil {
		p.problem = err.Error()
	}
}

// Draw draws the page if it is open, over everything else: the run as a text, in a box to
// copy it from and to paste another into.
func (p *Share) Draw(c *im.Context, m *view.Model, act *view.Actions) {
	if !c.PopupOpen(SharePopup) {
		return
	}
	const line, row = 20, 30
	style, text, l := &m.Theme.Style, &m.Text.Share, c.List()
	width := min(760, c.Bounds().W-4*view.Margin)
	body, open := view.BeginPage(c, SharePopup, width, view.PageTitle+2*line+row+line+8+row+2*view.PagePad, text.Heading)
	if !open {
		return
	}
	rows := im.Rows{Area: body}
	l.TextIn(style.Text, rows.Next(line), text.About, im.Left, style.Foreground)
	l.TextIn(style.Text, rows.Next(line), text.AboutPaste, im.Left, style.Foreground)

	box := c.TextBox("share/text", rows.Next(row).InsetXY(0, 2), &p.text, im.TextBox{Placeholder: text.Placeholder, Limit: longestText})
	if box.Changed {
		p.problem = ""
	}
	l.TextIn(style.Small, rows.Next(line), p.problem, im.Left, m.Theme.Lost)
	rows.Skip(8)
	buttons := rows.Next(row)
	button := func(id, label, tip string) bool {
		at := buttons.CutLeft(max(style.Button.Measure(label)+24, 80)).InsetXY(0, 2)
		buttons.CutLeft(8)
		l.StrokeRound(at, style.Radius, 1, style.PopupBorder)
		return c.Button(id, at, im.Button{Label: label, Tooltip: tip})
	}
	if button("share/copy", text.Copy, text.CopyTip) || commandKey(c, im.KeyC) {
		act.Do(view.Copy{Text: p.text, Done: p.fail})
	}
	if button("share/paste", text.Paste, text.PasteTip) || commandKey(c, im.KeyV) {
		c.SetFocus("share/paste") // a box that is edited shows what it is given after that
		act.Do(view.Paste{})
	}
	if button("share/run", text.Run, text.RunTip) || box.Submitted {
		act.Do(view.PlayText{Text: p.text, Done: p.fail})
	}
	if c.Button("share/close", buttons.CutRight(80).InsetXY(0, 2), im.Button{Label: m.Text.Help.Close}) {
		c.ClosePopup(SharePopup)
	}
	c.EndPopup()
}

// commandKey reports whether a key was pressed with Ctrl or ⌘, which the box does not know.
func commandKey(c *im.Context, k im.Key) bool {
	return c.Pressed(k, im.ModControl) || c.Pressed(k, im.ModMeta)
}
