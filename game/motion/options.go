package motion

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"snaplab/game/world"
)

// ParseMap reads which columns are which fields: time=sim_time:ms,id=Object,yaw=hdg:compass.
func ParseMap(text string) (map[Field]string, error) {
	fields := map[Field]string{}
	for _, part := range strings.Split(text, ",") {
		name, column, found := strings.Cut(part, "=")
		f := slices.Index(fieldNames[:], strings.TrimSpace(name))
		switch {
		case !found || strings.TrimSpace(column) == "":
			return nil, fmt.Errorf("%q is not understood, want for example time=sim_time:ms,id=Object", part)
		case f < 0:
			return nil, fmt.Errorf("%q is no field, want %s", name, strings.Join(fieldNames[:], ", "))
		}
		fields[Field(f)] = column
	}
	return fields, nil
}

// ParseLength reads the length of a unit of positions in metres, such as 1.905cm or 1yd.
func ParseLength(text string) (float64, error) {
	number := strings.TrimRight(strings.TrimSpace(text), "abcdefghijklmnopqrstuvwxyz")
	unit, ok := lengthUnits[strings.TrimSpace(text)[len(number):]]
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if number == "" {
		v, err = 1, nil
	}
	if !ok || err != nil || !(v > 0 && v*unit < 1e5) {
		return 0, fmt.Errorf("%q is no length, want for example 1.905cm or 1yd", text)
	}
	return v * unit, nil
}

// ParseUp reads the axis that points up.
func ParseUp(text string) (Up, error) {
	if i := slices.Index([]string{"z", "y", "-z"}, strings.ToLower(text)); i >= 0 {
		return Up(i), nil
	}
	return 0, fmt.Errorf("%q is no axis, want z, y or -z", text)
}

// Bounds returns the corners of the box around all positions, in metres.
func (rec *Recording) Bounds() (low, high mgl32.Vec3) {
	low = rec.Entities[0].Track[0].Pose.Position
	high = low
	for i := range rec.Entities {
		for j := range rec.Entities[i].Track {
			for axis, v := range rec.Entities[i].Track[j].Pose.Position {
				low[axis], high[axis] = min(low[axis], v), max(high[axis], v)
			}
		}
	}
	return low, high
}

// Step returns the usual time between two samples of an entity of a kind.
func (rec *Recording) Step(kind string) time.Duration {
	for _, k := range rec.Kinds {
		if k.Kind == kind && k.RateHz > 0 {
			return time.Duration(1e9 / k.RateHz)
		}
	}
	return time.Second
}

// Varies returns what of the entities of a kind changes.
func (rec *Recording) Varies(kind string) world.Quantity {
	varies := world.Stance
	for i := range rec.Entities {
		e := &rec.Entities[i]
		if e.Kind != kind {
			continue
		}
		for j := range e.Track {
			switch here, first := &e.Track[j].Pose, &e.Track[0].Pose; {
			case here.Position != first.Position:
				return world.Position
			case here.Rotation != first.Rotation:
				varies = world.Rotation
			}
		}
	}
	if varies == world.Stance && len(rec.Entities) > 0 {
		for i := range rec.Entities {
			for j := range rec.Entities[i].Track {
				if rec.Entities[i].Track[j].Stance != rec.Entities[i].Track[0].Stance {
					return world.Stance
				}
			}
		}
		return world.Position // nothing ever changes: told as what moves is
	}
	return varies
}
