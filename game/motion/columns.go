package motion

import (
	"fmt"
	"slices"
	"strings"
)

// Field is what a column may say.
type Field int

// The fields, in the order in which they are looked for.
const (
	Time Field = iota
	Frame
	ID
	Kind
	X
	Y
	Z
	Yaw
	Pitch
	Roll
	QX
	QY
	QZ
	QW
	State
	Teleport
	Longitude
	Latitude
	numFields
)

// fieldNames are as --motion-map has them.
var fieldNames = [numFields]string{"time", "frame", "id", "kind", "x", "y", "z", "yaw", "pitch", "roll", "qx", "qy", "qz", "qw", "state", "teleport", "longitude", "latitude"}

// String returns the field's name.
func (f Field) String() string { return fieldNames[f] }

// column is where a field is in the rows, and its unit where it says one.
type column struct {
	at   int
	unit string
}

// names are the last words that a column's name may have to be a field's, the surest first.
var names = [numFields][]string{
	Time:      {"t", "time", "timestamp", "ts", "timestep", "secs", "seconds", "sec", "stamp", "datetime", "date", "clock", "elapsed", "epoch", "utc", "at", "millis", "milliseconds", "micros", "nanos", "ms", "us", "ns", "nsecs"},
	Frame:     {"frame", "tick", "frames", "ticks", "frameid", "tickid", "framenumber", "frameindex", "framecount", "frameno", "framenum", "frameidx", "ticknumber", "tickcount", "step"},
	ID:        {"steamid", "trackid", "track", "entityid", "entindex", "playerid", "objectid", "nflid", "mmsi", "uid", "guid", "id", "entity", "player", "object", "obj", "agent", "actor", "vehicle", "unit", "name", "identifier", "icao24", "icao", "callsign", "driver", "robot", "drone", "user", "character", "pawn", "bot", "npc", "car", "client", "pedestrian", "body", "marker", "target", "label"},
	Kind:      {"kind", "type", "class", "classname", "category", "species", "role", "team", "side", "faction"},
	X:         {"x"},
	Y:         {"y"},
	Z:         {"z", "altitude", "alt", "height", "elevation", "ele"},
	Yaw:       {"yaw", "heading", "hdg", "theta", "course", "cog", "bearing", "azimuth", "angle", "orientation", "psi", "dir", "facing"},
	Pitch:     {"pitch"},
	Roll:      {"roll"},
	QX:        {"qx"},
	QY:        {"qy"},
	QZ:        {"qz"},
	QW:        {"qw"},
	State:     {"state", "stance", "status"},
	Teleport:  {"teleport", "teleported", "warp", "jump", "discontinuity", "respawn"},
	Longitude: {"longitude", "lon", "lng", "long"},
	Latitude:  {"latitude", "lat"},
}

// Words of names of positions, of rotations, and of what is neither although it ends so.
var (
	positionWords = []string{"pos", "position", "p", "loc", "location", "coord", "coords", "coordinate", "center", "centre", "origin", "translation", "translate", "world", "point", "pose", "xyz", "global", "local", "abs", "t", "tr", "trans", "actor", "m", "ned", "enu", "map"}
	rotationWords = []string{"rot", "rotation", "quat", "quaternion", "orientation", "orient", "q", "r"}
	otherWords    = []string{"v", "vel", "velocity", "speed", "a", "acc", "accel", "acceleration", "linear", "angular", "twist", "rate", "w", "omega", "euler", "view", "eye", "aim", "size", "scale", "extent", "bbox", "dim", "std", "cov", "covariance", "normal", "dir", "direction", "forward", "gyro", "mag", "force", "target", "goal", "screen", "prev", "last", "first", "delta", "d", "max", "min", "mouse"}
)

// notEntities are words before "id" or "name" that make it one of something else.
var notEntities = []string{"frame", "tick", "round", "game", "match", "session", "play", "lane", "edge", "road", "case", "recording", "scene", "map", "server", "seq", "message", "msg", "event", "log", "row", "parent", "owner", "weapon", "location", "place", "city", "level", "region", "segment", "zone", "run", "trial", "team", "line", "file", "world"}

// group is some columns x, y and perhaps z of one thing, by the words before them.
type group struct {
	name    string
	columns [4]int // of x, y, z and w, −1 for none
}

// columnsOf finds the fields among the names of the columns, those of the map first.
func (o *Options) columnsOf(head []string) (fields [numFields]column, notes []string, err error) {
	for f := range fields {
		fields[f].at = -1
	}
	taken := make([]bool, len(head))
	for f := range numFields {
		name, asked := o.Map[f]
		if !asked || name == "-" {
			continue
		}
		find := func() int {
			return slices.IndexFunc(head, func(h string) bool { return strings.EqualFold(h, strings.TrimSpace(name)) })
		}
		unit := ""
		at := find()
		if colon := strings.LastIndexByte(name, ':'); at < 0 && colon >= 0 {
			name, unit = name[:colon], strings.ToLower(strings.TrimSpace(name[colon+1:]))
			at = find()
		}
		if at < 0 {
			return fields, nil, fmt.Errorf("no column is called %q for %s, the columns are %.200s", name, f, strings.Join(head, ", "))
		}
		fields[f], taken[at] = column{at, unit}, true
		if _, said := words(head[at]); unit == "" {
			fields[f].unit = said
		}
		if err := checkUnit(f, fields[f].unit); err != nil {
			return fields, nil, fmt.Errorf("column %d (%s): %w", at+1, head[at], err)
		}
	}
	positions, rotations := groups(head)
	if fields[X].at < 0 && fields[Longitude].at < 0 {
		if len(positions) > 1 && positions[0].name != "" {
			var seen []string
			for _, g := range positions {
				seen = append(seen, fmt.Sprintf("%s (columns %d to %d)", g.name, g.columns[0]+1, max(g.columns[1], g.columns[2])+1))
			}
			return fields, nil, fmt.Errorf("line 1, column %d: the table is wide, with a group of columns for each entity: %s. Want a row for each entity and time, or one of them by --motion-map x=%s,y=%s", positions[1].columns[0]+1, strings.Join(seen, ", "), head[positions[0].columns[0]], head[positions[0].columns[1]])
		}
		if len(positions) > 0 {
			for i, f := range []Field{X, Y, Z} {
				if at := positions[0].columns[i]; at >= 0 && fields[f].at < 0 {
					_, unit := words(head[at])
					fields[f], taken[at] = column{at, unit}, true
				}
			}
		}
	}
	if len(rotations) > 0 && fields[QX].at < 0 && fields[Yaw].at < 0 {
		for i, f := range []Field{QX, QY, QZ, QW} {
			fields[f], taken[rotations[0].columns[i]] = column{at: rotations[0].columns[i]}, true
		}
	}
	for f := range numFields {
		if fields[f].at >= 0 || f == X || f == Y || f == Z && fields[Longitude].at < 0 || f >= QX && f <= QW && fields[QX].at >= 0 {
			continue
		}
		if o.Map[f] == "-" {
			continue
		}
		for _, want := range names[f] {
			at := -1
			for i, h := range head {
				list, unit := words(h)
				n := len(list)
				if !taken[i] && n > 0 && (list[n-1] == want || strings.Join(list, "") == want) && fits(f, list, unit) {
					at = i
					break
				}
			}
			if at >= 0 {
				_, unit := words(head[at])
				if f == Time && unit == "" && isUnit(want) {
					unit = want
				}
				if checkUnit(f, unit) != nil {
					unit = ""
				}
				fields[f], taken[at] = column{at, unit}, true
				break
			}
		}
	}
	if fields[QX].at < 0 && fields[Yaw].at < 0 && o.Map[Yaw] != "-" {
		notes = append(notes, o.aboutAxes(head, &fields)...)
	}
	for i, name := range head {
		if (name == "" || strings.Trim(name, "-") == "") && !taken[i] {
			notes = append(notes, fmt.Sprintf("column %d has no name and is not read", i+1))
		}
	}
	return fields, notes, nil
}

// fits reports whether a name that ends as a field's is one.
func fits(f Field, list []string, unit string) bool {
	before := list[:len(list)-1]
	other := slices.ContainsFunc(before, func(w string) bool { return slices.Contains(otherWords, w) })
	switch f {
	case Yaw, Pitch, Roll:
		return !other && unit != "m"
	case Kind, State, Teleport:
		return true
	case ID:
		return !slices.ContainsFunc(list, func(w string) bool { return slices.Contains(notEntities, w) })
	}
	return !other
}

// groups returns the groups of columns that are positions, the one without a name first, and
// those that are quaternions.
func groups(head []string) (positions, rotations []group) {
	var all []group
	var rotates []bool
	for at, name := range head {
		list, _ := words(name)
		axis, rest := -1, list
		if n := len(list); n > 0 {
			if axis = slices.Index([]string{"x", "y", "z", "w"}, list[n-1]); axis >= 0 {
				rest = list[:n-1]
			} else if axis = slices.Index([]string{"qx", "qy", "qz", "qw"}, list[n-1]); axis >= 0 {
				rest = append(slices.Clone(list[:n-1]), "q")
			} else if axis = slices.Index([]string{"x", "y", "z"}, list[0]); axis >= 0 {
				rest = list[1:] // xCenter
			}
		}
		if axis < 0 || slices.ContainsFunc(rest, func(w string) bool { return slices.Contains(otherWords, w) }) {
			continue
		}
		rotation, position := false, false
		var own []string
		for _, w := range rest {
			rotation = rotation || slices.Contains(rotationWords[:6], w)
			position = position || slices.Contains(positionWords, w)
		}
		for _, w := range rest {
			rotation = rotation || !position && slices.Contains(rotationWords, w)
			if !slices.Contains(positionWords, w) && !slices.Contains(rotationWords, w) && w != "field" {
				own = append(own, w)
			}
		}
		key := strings.Join(own, "_")
		i := slices.IndexFunc(all, func(g group) bool { return g.name == key })
		for ; i >= 0 && i < len(all) && (all[i].name != key || rotates[i] != rotation); i++ {
		}
		if i < 0 || i == len(all) {
			i = len(all)
			all, rotates = append(all, group{key, [4]int{-1, -1, -1, -1}}), append(rotates, rotation)
		}
		if all[i].columns[axis] < 0 {
			all[i].columns[axis] = at
		}
	}
	for i, g := range all {
		switch c := g.columns; {
		case c[0] < 0 || c[1] < 0 && (rotates[i] || c[2] < 0):
		case rotates[i] && c[2] >= 0 && c[3] >= 0:
			rotations = append(rotations, g)
		case !rotates[i]:
			positions = append(positions, g)
		}
	}
	slices.SortStableFunc(positions, func(a, b group) int { return min(len(a.name), 1) - min(len(b.name), 1) })
	if len(positions) > 1 && positions[0].name == "" {
		positions = positions[:1] // the others are parts or targets of it
	}
	slices.SortStableFunc(rotations, func(a, b group) int { return min(len(a.name), 1) - min(len(b.name), 1) })
	return positions, rotations
}

// aboutAxes takes the angle about the axis that points up for the yaw, where columns have
// angles about x, y and z, and says so.
func (o *Options) aboutAxes(head []string, fields *[numFields]column) []string {
	axis := "z"
	if o.Up == UpY {
		axis = "y"
	}
	for at, name := range head {
		list, unit := words(name)
		n := len(list)
		if n < 2 || list[n-1] != axis || !slices.ContainsFunc(list[:n-1], func(w string) bool {
			return slices.Contains([]string{"rot", "rotation", "euler", "angle", "angles", "orientation"}, w)
		}) {
			continue
		}
		fields[Yaw] = column{at, unit}
		return []string{fmt.Sprintf("column %d (%s) is taken for the yaw, the angles about the other axes are not read", at+1, name)}
	}
	return nil
}

// missing returns an error that says which field is missing.
func (o *Options) missing(fields *[numFields]column, head []string) error {
	has := func(f Field) bool { return fields[f].at >= 0 }
	columns := strings.Join(head, ", ")
	switch {
	case !has(Time) && !has(Frame):
		return fmt.Errorf("line 1: no column is a time, want one called t, time or timestamp, or --motion-map time=COLUMN; the columns are %.200s", columns)
	case !has(Time) && o.Rate == 0:
		return fmt.Errorf("line 1, column %d: the only time is %q, which counts: want --motion-rate, such as 64hz", fields[Frame].at+1, head[fields[Frame].at])
	case !has(X) && has(Longitude) && has(Latitude):
		return nil
	case has(X) && !has(Y) && has(Z):
		fields[Y], fields[Z] = fields[Z], fields[Y] // the ground of an engine whose y points up
		return nil
	case !has(X) || !has(Y):
		return fmt.Errorf("line 1: no columns are a position, want two or three called x, y and z, or --motion-map x=COLUMN,y=COLUMN; the columns are %.200s", columns)
	}
	return nil
}

// labelOf returns a column of names beside that of ids, −1 if there is none.
func labelOf(head []string, id int) int {
	return slices.IndexFunc(head, func(h string) bool {
		list, _ := words(h)
		return id >= 0 && head[id] != h && len(list) > 0 && list[len(list)-1] == "name" && fits(ID, list, "")
	})
}
