// Package wire turns snapshots into packets of at most MaxPacket bytes and back, and
// acknowledgements likewise. A packet travels with a checksum of 4 bytes behind it
// (Seal, Open), so that one damaged on its way is refused and never believed.
//
// A snapshot that is too large for one packet is split by its updates: each packet
// is a whole of its own with the same Tick and Time, never a fragment, so a lost
// one costs its own entities and no others.
//
// # Packet
//
// The header is 32 bytes, numbers big-endian:
//
//	offset  bytes  field
//	     0      1  version, = Version, or VersionNamed (see Delta)
//	     1      2  epoch
//	     3      4  sequence
//	     7      4  tick
//	    11      8  server time, ns, signed
//	    19      4  baseline: the sequence of the packet that this one builds on;
//	               its own: the packet is whole, and others may build on it;
//	               0: it is whole, and none will
//	    23      4  newest acknowledgement heard (0: none)
//	    27      4  time it was held, µs
//	    31      1  number of records
//
// The records follow without gaps, each field with its most significant bit first;
// zero bits fill the last byte. In a whole packet they are whole records:
//
//	bits  field
//	  32  entity
//	   4  kind
//	  16  generation
//	   8  segment
//	   1  destroyed
//	      if destroyed, then the record ends with
//	  8+    age = server time − sample time, ns: 7 bits at a time, the least
//	        significant first, each after a bit that says whether more follow
//	      otherwise
//	   1  spawned: the first snapshot of the generation
//	   4  stance
//	3×21  position x, y, z in steps of 1/1024 m, two's complement
//	3×18  velocity x, y, z in steps of 1/256 m/s, two's complement
//	   2  which component of the rotation is left out, 0 to 3 for w, x, y, z
//	3×14  the others in steps of 1/8192, in that order, two's complement
//
// A live record is 227 bits whatever is in it, so that the last digit of a float
// never changes the length of a packet. The sample of a live record is of the
// header's time. A destroyed one keeps its own, earlier time, because it is sent
// again and again until the slot is used by another generation. A spawn is not
// repeated, but whoever meets a generation first in a record without the flag knows
// that the snapshot with the spawn has been missed.
//
// # Delta
//
// In a packet that builds on another, the i-th record builds on the i-th of the
// baseline. What is expected of that one is what it was, moved by its velocity for the
// time from the one packet to the other: in whole numbers, rounded towards zero and
// kept within the range, so that both sides expect the same. It is not spawned again.
//
//	bits  record
//	   0  as expected
//	  11  a whole record, as above
//	  10  otherwise, with the identity of the baseline's record:
//	   1     segment and stance: 0 as expected, 1 another:
//	              8  segment
//	              4  stance
//	  3+     change of the position
//	  3+     change of the velocity
//	   1     rotation: 0 leaves out the same component:
//	             3+  change of the others
//	         1 leaves out another one:
//	             44  which one, and the others
//
// A change of three components is
//
//	bits  field
//	   3  which of them change, the first one first
//	      if any does
//	   5  width, at most one bit more than that of the component
//	   –  the change of each that does, in that width, two's complement
//
// An entity that stands still or moves straight on so costs a bit. A record is whole if
// there is none to build on or if that was another entity, kind or generation, alive
// where this is not, or the reverse. So an entity begins with a whole record, and what
// is read is the same as if the packet had been whole.
//
// An entity that is not in a packet is unchanged by it, so that packets may have some of the
// entities only. Where that has the i-th record build on another than the i-th of the
// baseline, the version is VersionNamed, and a record that is not whole says behind its first
// bits (0 or 10) what it builds on:
//
//	bits  builds on
//	   0  the record behind the one that the last such record of this packet builds on,
//	      for the first of them the first one of the baseline
//	   1  another:
//	      8+  how many packets before this one, as an age is written
//	       8  which of its records, the first one is 0
//
// A packet is whole if nothing of its entities is acknowledged, if that is
// more than MaxBaselineAge packets ago, or if it would be no shorter otherwise. The
// client acknowledges what it can build on and nothing else. If a baseline is missing
// all the same, it acknowledges nothing at all, and gets whole packets.
//
// # Precision
//
//	             range      steps of   error at most
//	position     ±1000 m    1/1024 m   0.49 mm on an axis, 0.85 mm in space
//	velocity     ±300 m/s   1/256 m/s  1.96 mm/s on an axis, 3.4 mm/s in space
//	rotation     all        1/8192     0.05°
//
// Steps are powers of two, so decoded values are exact in float32, and what has been
// decoded is encoded and decoded again without any change.
//
// # Acknowledgement
//
// 15 bytes, numbers big-endian:
//
//	offset  bytes  field
//	     0      1  version, = Version
//	     1      2  epoch
//	     3      4  number of the acknowledgement
//	     7      4  newest sequence received (0: none, send everything whole)
//	    11      4  bit i: sequence newest−1−i was received
package wire
