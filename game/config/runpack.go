package config

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// packRun returns a whole scenario as a text: its file, deflated.
func packRun(s *Scenario) (string, error) {
	data, err := json.Marshal(s)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, flate.BestCompression) // the level is one that there is
	if _, err := w.Write(data); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return runVersion + "/" + runPacked + base64.RawURLEncoding.EncodeToString(out.Bytes()), nil
}

// unpackRun is the inverse. What it unpacks is bounded, whatever the text says.
func unpackRun(text string) (Scenario, error) {
	data, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		return Scenario{}, fmt.Errorf("%w: what is packed is damaged: want letters, digits, - and _ to the end", ErrRun)
	}
	source := bytes.NewReader(data)
	file, err := io.ReadAll(io.LimitReader(flate.NewReader(source), maxRunText+1))
	if len(file) > maxRunText {
		return Scenario{}, fmt.Errorf("%w: more than %d characters are packed", ErrRun, maxRunText)
	}
	if err != nil || source.Len() > 0 {
		return Scenario{}, fmt.Errorf("%w: what is packed is damaged, or its end is missing", ErrRun)
	}
	s, err := ParseScenario(file)
	if err == nil && s.Measured.File != "" {
		err = fmt.Errorf("it follows the trace %s, which a text has no room for", s.Measured.File)
	}
	if err != nil {
		return Scenario{}, fmt.Errorf("%w: %s", ErrRun, strings.TrimPrefix(err.Error(), ErrScenario.Error()+": "))
	}
	return s, nil
}
