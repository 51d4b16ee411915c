package view

import (
	"snaplab/game/config"
	"snaplab/game/world"
	"snaplab/interp"
)

// FocusBudget returns the budget of the kind in focus, or that of the first kind of all.
func (m *Model) FocusBudget() *config.Budget { return &m.Budgets[m.FocusKinds()[0]] }

// FocusKinds returns the kinds in focus that the scenario has; where it has none the first of
// all.
func (m *Model) FocusKinds() []interp.Kind {
	kinds := m.Kinds()
	if m.Focus >= 0 || len(kinds) == 0 {
		return []interp.Kind{interp.Kind(max(m.Focus, 0))}
	}
	return kinds
}

// FocusVaries returns what of the kinds in focus changes: Position if any of them moves,
// Rotation if none does and any turns.
func (m *Model) FocusVaries() world.Quantity {
	varies := world.Stance
	for _, k := range m.FocusKinds() {
		varies = min(varies, m.Settings.Kinds.Varies(k))
	}
	return varies
}

// SetBudget gives the kind in focus another budget, or all kinds.
func (a *Actions) SetBudget(b config.Budget) {
	for k := range a.model.Budgets {
		if a.model.Focus < 0 || a.model.Focus == k {
			a.model.Budgets[k] = b
		}
	}
}
