package game

// digest is an FNV-1a hash over the integer events of a run. Floats stay out of it:
// they may differ in their last bits between platforms, and never decide an event.
type digest uint64

const (
	digestStart digest = 14695981039346656037
	digestPrime digest = 1099511628211
)

// add mixes in the eight bytes of each word, the lowest first.
func (d *digest) add(words ...uint64) {
	h := *d
	for _, w := range words {
		for range 8 {
			h = (h ^ digest(w&0xff)) * digestPrime
			w >>= 8
		}
	}
	*d = h
}
