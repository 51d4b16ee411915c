package config

// Encoding is how the server writes snapshots.
type Encoding uint8

const (
	// FullEncoding writes every packet whole.
	FullEncoding Encoding = iota
	// DeltaEncoding writes what has changed since a packet that the client has said
	// it has. The client's state is the same as with FullEncoding.
	DeltaEncoding
)

var encodingNames = [...]string{"full", "delta"}

// String returns the encoding's name in settings.
func (e Encoding) String() string {
	if int(e) < len(encodingNames) {
		return encodingNames[e]
	}
	return "unknown"
}
