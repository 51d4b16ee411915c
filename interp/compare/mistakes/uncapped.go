package mistakes

import "snaplab/interp"

// Uncapped extrapolates without an end: as long as nothing newer comes, a thing goes on as
// it last moved, here for as long as a policy may say (interp.MaxPolicyTime). Motion
// goes on like that for some tens of milliseconds; after a second the ball has passed
// the wall and the car its corner.
//
// Look for things outside the field in an outage, and for large corrections after it,
// where the right lens stops in time.
type Uncapped struct{ interp.Interpolated }

// Configure implements interp.Lens. It is here that the mistake is made.
func (l *Uncapped) Configure(config *interp.Config) {
	c := *config
	for k := range c.Policies {
		c.Policies[k].MaxExtrapolation = interp.MaxPolicyTime
	}
	l.Interpolated.Configure(&c)
}
