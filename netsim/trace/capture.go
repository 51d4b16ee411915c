package trace

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/bits"
	"time"
)

// record is one packet of a capture as it was on the wire.
type record struct {
	number int           // in the file, from 1
	at     time.Duration // since 1970
	link   uint16        // the link type of its interface
	data   []byte        // part of the file's bytes; may be less than was on the wire
}

// capture reads records one after the other.
type capture struct {
	records []record
	count   int // of packets so far, also of those that were left out
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
	if len(d.data) < 4 {
		return false
	}
	_, ok := pcapMagics[string(d.data[:4])]
	return ok
}

func isPcapNG(d *document) bool { return bytes.HasPrefix(d.data, sectionMagic) }

// readRecords reads all records of a pcap or a pcapng file, as far as it goes.
func readRecords(d *document, m *Meta) ([]record, error) {
	c := &capture{meta: m}
	if isPcapNG(d) {
		c.readBlocks(d.data)
	} else if err := c.readPcap(d.data); err != nil {
		return nil, err
	}
	return c.records, nil
}

func (c *capture) readPcap(data []byte) error {
	magic := pcapMagics[string(data[:4])]
	if len(data) < 24 {
		return fmt.Errorf("%w: a pcap file of %d bytes, want at least 24", ErrNotUnderstood, len(data))
	}
	link := uint16(magic.order.Uint32(data[20:]))
	for data = data[24:]; len(data) > 0; {
		if len(data) < 16 {
			c.cut()
			return nil
		}
		seconds, fraction := magic.order.Uint32(data), magic.order.Uint32(data[4:])
		length := magic.order.Uint32(data[8:])
		data = data[16:]
		c.count++
		if length > maxRecord {
			c.meta.warn(c.count, "a record of %d bytes: the capture is damaged from here on", length)
			return nil
		}
		if int(length) > len(data) {
			c.cut()
			return nil
		}
		c.add(time.Duration(seconds)*time.Second+time.Duration(fraction)*magic.unit, link, data[:length])
		data = data[length:]
	}
	return nil
}

func (c *capture) cut() { c.meta.warn(c.count, "the capture is cut here: read as far as it goes") }

func (c *capture) add(at time.Duration, link uint16, data []byte) {
	c.records = append(c.records, record{c.count, at, link, data})
}

// networkInterface is one that a section of a pcapng file describes.
type networkInterface struct {
	link   uint16
	toTime func(ticks uint64) (time.Duration, bool)
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
	for len(data) > 0 {
		if len(data) < 12 {
			c.cut()
			break
		}
		if bytes.HasPrefix(data, sectionMagic) {
			interfaces = nil
			order = binary.LittleEndian
			if binary.BigEndian.Uint32(data[8:]) == 0x1a2b3c4d {
				order = binary.BigEndian
			}
		}
		kind, length := order.Uint32(data), order.Uint32(data[4:])
		if length < 12 || length%4 != 0 {
			c.meta.warn(c.count, "a block of %d bytes after this record: the capture is damaged from here on", length)
			break
		}
		if int64(length) > int64(len(data)) {
			c.cut()
			break
		}
		body := data[8 : length-4]
		data = data[length:]
		switch kind {
		case blockInterface:
			if i, ok := readInterface(body, order); ok {
				interfaces = append(interfaces, i)
			} else {
				interfaces = append(interfaces, networkInterface{link: 0xffff, toTime: ticksOf(6, 0)})
			}
		case blockPacket, blockOld:
			c.count++
			if len(body) < 20 {
				c.meta.warn(c.count, "a packet's block of %d bytes, want at least 20", len(body))
				continue
			}
			number := order.Uint32(body)
			if kind == blockOld {
				number = uint32(order.Uint16(body))
			}
			c.addPacket(body, order, number, interfaces)
		case blockSimple:
			c.count++
			untimed++
		}
	}
	if untimed > 0 {
		c.meta.warn(0, "%d packets have no time (simple packet blocks) and are left out", untimed)
	}
}

func (c *capture) addPacket(body []byte, order binary.ByteOrder, number uint32, interfaces []networkInterface) {
	if int64(number) >= int64(len(interfaces)) {
		c.meta.warn(c.count, "a packet of interface %d, of which nothing is said", number)
		return
	}
	i := &interfaces[number]
	at, ok := i.toTime(uint64(order.Uint32(body[4:]))<<32 | uint64(order.Uint32(body[8:])))
	length := order.Uint32(body[12:])
	if !ok || int64(length) > int64(len(body)-20) {
		c.meta.warn(c.count, "a packet whose time or length can't be")
		return
	}
	c.add(at, i.link, body[20:20+length])
}

func readInterface(body []byte, order binary.ByteOrder) (networkInterface, bool) {
	if len(body) < 8 {
		return networkInterface{}, false
	}
	i := networkInterface{link: order.Uint16(body)}
	resolution, offset := byte(6), int64(0)
	for options := body[8:]; len(options) >= 4; {
		code, length := order.Uint16(options), int(order.Uint16(options[2:]))
		padded := (length + 3) &^ 3
		if code == 0 || 4+padded > len(options) {
			break
		}
		value := options[4 : 4+length]
		switch {
		case code == 9 && length >= 1:
			resolution = value[0]
		case code == 14 && length >= 8:
			offset = int64(order.Uint64(value))
		}
		options = options[4+padded:]
	}
	i.toTime = ticksOf(resolution, offset)
	return i, true
}

// ticksOf returns how ticks become a time: resolution is a negative power of 10, or of
// 2 with the highest bit set; offset is in seconds.
func ticksOf(resolution byte, offset int64) func(uint64) (time.Duration, bool) {
	perSecond := uint64(1)
	power, base := resolution&0x7f, uint64(10)
	if resolution&0x80 != 0 {
		base = 2
	}
	for range power {
		hi, lo := bits.Mul64(perSecond, base)
		if hi != 0 {
			return func(uint64) (time.Duration, bool) { return 0, false }
		}
		perSecond = lo
	}
	return func(ticks uint64) (time.Duration, bool) {
		const most = 1 << 33 // seconds, some 270 years: what a Duration holds
		seconds := int64(min(ticks/perSecond, most))
		if offset > most || offset < -most || seconds+offset >= most || seconds+offset <= -most {
			return 0, false
		}
		hi, lo := bits.Mul64(ticks%perSecond, uint64(time.Second))
		fraction, _ := bits.Div64(hi, lo, perSecond)
		return time.Duration(seconds+offset)*time.Second + time.Duration(fraction), true
	}
}
