package trace

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"time"
)

// record is one packet of a capture as it was on the wire.
type record struct {
	number int           // in the file, from 1
	at     time.Duration // since 1970
	on     uint32        // the interface
	file   int           // of several captures one after the other
	link   uint16        // the link type of that
	data   []byte        // part of the file's bytes; may be less than was on the wire
}

// capture reads records one after the other.
type capture struct {
	records []record
	count   int // of packets so far, also of those that were left out
	files   int
	meta    *Meta
}

// maxRecord is the longest record that is believed.
const maxRecord = 1 << 20

var pcapMagics = map[string]struct {
	order binary.ByteOrder
	unit  time.Duration
}{
	"\xa1\xb2\xc3\xd4": {binary.BigEndian, time.Microsecond},
	"\xd4\xc3\xb2\xa1": {binary.LittleEndian, time.Microsecond},
	"\xa1\xb2\x3c\x4d": {binary.BigEndian, time.Nanosecond},
	"\x4d\x3c\xb2\xa1": {binary.LittleEndian, time.Nanosecond},
}

var sectionMagic = []byte{0x0a, 0x0d, 0x0d, 0x0a}

func isPcap(d *document) bool {
	_, ok := pcapMagics[string(d.data[:min(4, len(d.data))])]
	return ok
}

func isPcapNG(d *document) bool { return bytes.HasPrefix(d.data, sectionMagic) }

// readRecords reads all records of a pcap or a pcapng file, as far as it goes.
func readRecords(d *document, m *Meta) []record {
	c := &capture{meta: m}
	if isPcapNG(d) {
		c.readBlocks(d.data)
	} else {
		c.readPcap(d.data)
	}
	return c.records
}

// cut warns that the file ends within a record, if it does.
func (c *capture) cut(data []byte, want uint32) bool {
	if int64(want) > int64(len(data)) {
		c.meta.warn(c.count, "the capture is cut here: read as far as it goes")
	}
	return int64(want) > int64(len(data))
}

func (c *capture) readPcap(data []byte) {
	magic := pcapMagics[string(data[:4])]
	if c.cut(data, 24) {
		return
	}
	link := uint16(magic.order.Uint32(data[20:]))
	for data = data[24:]; len(data) > 0 && !c.cut(data, 16); {
		if next, ok := pcapMagics[string(data[:4])]; ok && next.order.Uint16(data[4:]) == 2 {
			c.meta.warn(c.count+1, "another capture begins here")
			c.files++
			c.readPcap(data)
			return
		}
		at := time.Duration(magic.order.Uint32(data))*time.Second + time.Duration(magic.order.Uint32(data[4:]))*magic.unit
		length := magic.order.Uint32(data[8:])
		data = data[16:]
		if c.count++; length > maxRecord {
			c.meta.warn(c.count, "a record of %d bytes: the capture is damaged from here on", length)
			return
		}
		if c.cut(data, length) {
			return
		}
		c.records = append(c.records, record{c.count, at, 0, c.files, link, data[:length]})
		data = data[length:]
	}
}

// Types of blocks of pcapng.
const (
	blockInterface = 1
	blockOld       = 2 // a packet, obsolete
	blockSimple    = 3 // a packet without a time
	blockPacket    = 6
)

func (c *capture) readBlocks(data []byte) {
	var order binary.ByteOrder = binary.LittleEndian
	var interfaces []networkInterface
	untimed := 0
	for len(data) > 0 && !c.cut(data, 12) {
		if bytes.HasPrefix(data, sectionMagic) {
			interfaces, order = nil, binary.LittleEndian
			c.files++
			if binary.BigEndian.Uint32(data[8:]) == 0x1a2b3c4d {
				order = binary.BigEndian
			}
		}
		kind, length := order.Uint32(data), order.Uint32(data[4:])
		if length < 12 || length%4 != 0 {
			c.meta.warn(c.count, "a block of %d bytes after this record: the capture is damaged from here on", length)
			break
		}
		if c.cut(data, length) {
			break
		}
		body := data[8 : length-4]
		data = data[length:]
		switch kind {
		case blockInterface:
			interfaces = append(interfaces, readInterface(body, order))
		case blockSimple:
			c.count++
			untimed++
		case blockPacket, blockOld:
			c.count++
			c.readPacket(body, order, interfaces, kind == blockOld)
		}
	}
	if untimed > 0 {
		c.meta.warn(0, "%d packets have no time (simple packet blocks) and are left out", untimed)
	}
}

func (c *capture) readPacket(body []byte, order binary.ByteOrder, interfaces []networkInterface, old bool) {
	if len(body) < 20 {
		c.meta.warn(c.count, "a packet's block of %d bytes, want at least 20", len(body))
		return
	}
	number := order.Uint32(body)
	if old {
		number = uint32(order.Uint16(body))
	}
	if int64(number) >= int64(len(interfaces)) {
		c.meta.warn(c.count, "a packet of interface %d, of which nothing is said", number)
		return
	}
	at, ok := interfaces[number].time(uint64(order.Uint32(body[4:]))<<32 | uint64(order.Uint32(body[8:])))
	length := order.Uint32(body[12:])
	if !ok || int64(length) > int64(len(body)-20) {
		c.meta.warn(c.count, "a packet whose time or length can't be")
		return
	}
	c.records = append(c.records, record{c.count, at, number, c.files, interfaces[number].link, body[20 : 20+length]})
}

// networkInterface is one that a section of a pcapng file describes. The resolution is a
// negative power of 10, or of 2 with the highest bit set; the offset is in seconds.
type networkInterface struct {
	link       uint16
	resolution byte
	offset     int64
}

func readInterface(body []byte, order binary.ByteOrder) networkInterface {
	if len(body) < 8 {
		return networkInterface{0xffff, 6, 0}
	}
	i := networkInterface{order.Uint16(body), 6, 0}
	for options := body[8:]; len(options) >= 4; {
		code, length := order.Uint16(options), int(order.Uint16(options[2:]))
		padded := (length + 3) &^ 3
		if code == 0 || 4+padded > len(options) {
			break
		}
		if code == 9 && length >= 1 {
			i.resolution = options[4]
		} else if code == 14 && length >= 8 {
			i.offset = int64(order.Uint64(options[4:]))
		}
		options = options[4+padded:]
	}
	return i
}

// time returns what a number of ticks is.
func (i *networkInterface) time(ticks uint64) (time.Duration, bool) {
	perSecond, base := uint64(1), uint64(10)
	if i.resolution&0x80 != 0 {
		base = 2
	}
	for range i.resolution & 0x7f {
		hi, lo := bits.Mul64(perSecond, base)
		if perSecond = lo; hi != 0 {
			return 0, false
		}
	}
	const most = 1 << 33 // seconds, some 270 years: what a Duration holds
	seconds := int64(min(ticks/perSecond, most))
	if i.offset > most || i.offset < -most || seconds+i.offset >= most || seconds+i.offset <= -most {
		return 0, false
	}
	hi, lo := bits.Mul64(ticks%perSecond, uint64(time.Second))
	fraction, _ := bits.Div64(hi, lo, perSecond)
	return time.Duration(seconds+i.offset)*time.Second + time.Duration(fraction), true
}
