// Package capture reads the UDP datagrams of a pcap or a pcapng file, and the sequence
// numbers and clocks in their payloads: where they are said to be, where RTP has them, or
// where they seem to be.
package capture

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"time"
)

// File is what a pcap or a pcapng file has.
type File struct {
	// Packets counts all packets; UnknownLinks those of links that are not read, of
	// which WiFi are those of Wi-Fi frames.
	Packets, UnknownLinks, WiFi int
	Datagrams                   []Datagram

	warn  Warn
	files int // of several captures one after the other
}

// Warn is told what is wrong in a file, with the number of the record; 0 is all of it.
type Warn func(record int, format string, args ...any)

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

// Format returns "pcap" or "pcapng", "" for another file.
func Format(data []byte) string {
	if bytes.HasPrefix(data, sectionMagic) {
		return "pcapng"
	}
	if _, ok := pcapMagics[string(data[:min(4, len(data))])]; ok {
		return "pcap"
	}
	return ""
}

// Read reads a file that has a Format, as far as it goes.
func Read(data []byte, warn Warn) *File {
	c := &File{warn: warn}
	if Format(data) == "pcapng" {
		c.readBlocks(data)
	} else {
		c.readPcap(data)
	}
	return c
}

// cut reports whether the file ends within the next so many bytes, and warns of it.
func (c *File) cut(data []byte, want uint32) bool {
	if int64(want) > int64(len(data)) {
		c.warn(c.Packets, "the capture is cut here: read as far as it goes")
		return true
	}
	return false
}

// add adds the datagram in a packet, if there is one.
func (c *File) add(at time.Duration, on uint32, link uint16, packet []byte) {
	if _, ok := linkHeaders[link]; !ok {
		c.UnknownLinks++
		if link == linkWiFi || link == linkRadiotap {
			c.WiFi++
		}
		return
	}
	if d := (Datagram{Record: c.Packets, At: at, On: on, File: c.files}); d.readPacket(link, packet) {
		c.Datagrams = append(c.Datagrams, d)
	}
}

func (c *File) readPcap(data []byte) {
	magic := pcapMagics[string(data[:4])]
	if c.cut(data, 24) {
		return
	}
	link := uint16(magic.order.Uint32(data[20:]))
	for data = data[24:]; len(data) > 0 && !c.cut(data, 16); {
		if next, ok := pcapMagics[string(data[:4])]; ok && next.order.Uint16(data[4:]) == 2 {
			c.warn(c.Packets+1, "another capture begins here")
			c.files++
			c.readPcap(data)
			return
		}
		at := time.Duration(magic.order.Uint32(data))*time.Second + time.Duration(magic.order.Uint32(data[4:]))*magic.unit
		length := magic.order.Uint32(data[8:])
		data = data[16:]
		if c.Packets++; length > maxRecord {
			c.warn(c.Packets, "a record of %d bytes: the capture is damaged from here on", length)
			return
		}
		if c.cut(data, length) {
			return
		}
		c.add(at, 0, link, data[:length])
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

func (c *File) readBlocks(data []byte) {
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
			c.warn(c.Packets, "a block of %d bytes after this record: the capture is damaged from here on", length)
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
			c.Packets++
			untimed++
		case blockPacket, blockOld:
			c.Packets++
			c.readBlock(body, order, interfaces, kind == blockOld)
		}
	}
	if untimed > 0 {
		c.warn(0, "%d packets have no time (simple packet blocks) and are left out", untimed)
	}
}

// readBlock reads the block of a packet.
func (c *File) readBlock(body []byte, order binary.ByteOrder, interfaces []networkInterface, old bool) {
	if len(body) < 20 {
		c.warn(c.Packets, "a packet's block of %d bytes, want at least 20", len(body))
		return
	}
	number := order.Uint32(body)
	if old {
		number = uint32(order.Uint16(body))
	}
	if int64(number) >= int64(len(interfaces)) {
		c.warn(c.Packets, "a packet of interface %d, of which nothing is said", number)
		return
	}
	at, ok := interfaces[number].time(uint64(order.Uint32(body[4:]))<<32 | uint64(order.Uint32(body[8:])))
	length := order.Uint32(body[12:])
	if !ok || int64(length) > int64(len(body)-20) {
		c.warn(c.Packets, "a packet whose time or length can't be")
		return
	}
	c.add(at, number, interfaces[number].link, body[20:20+length])
}

// networkInterface is one that a section of a pcapng file describes.
type networkInterface struct {
	link       uint16
	resolution byte  // of its ticks, as the file has it
	offset     int64 // of its times, in seconds
}

// readInterface reads the block of an interface. Its resolution is a negative power of 10,
// or of 2 with the highest bit set.
func readInterface(body []byte, order binary.ByteOrder) networkInterface {
	link, resolution, offset := uint16(0xffff), byte(6), int64(0)
	if len(body) >= 8 {
		link = order.Uint16(body)
	}
	for options := after(body, 8); len(options) >= 4; {
		code, length := order.Uint16(options), int(order.Uint16(options[2:]))
		end := 4 + (length+3)&^3
		if code == 0 || end > len(options) {
			break
		}
		if code == 9 && length >= 1 {
			resolution = options[4]
		} else if code == 14 && length >= 8 {
			offset = int64(order.Uint64(options[4:]))
		}
		options = options[end:]
	}
	return networkInterface{link, resolution, offset}
}

// time returns what a number of ticks is; ok is false beyond what a duration holds.
func (i *networkInterface) time(ticks uint64) (at time.Duration, ok bool) {
	high, low := bits.Mul64(ticks, uint64(time.Second))
	if places := i.resolution & 0x7f; i.resolution&0x80 != 0 {
		for range places {
			high, low = high>>1, high<<63|low>>1
		}
	} else {
		for range places { // rounding down digit by digit is rounding down once
			next, rest := high/10, high%10
			low, _ = bits.Div64(rest, low, 10)
			high = next
		}
	}
	// The seconds of the offset, by 128 bits of two's complement.
	over, offset := bits.Mul64(uint64(max(i.offset, -i.offset)), uint64(time.Second))
	var carry uint64
	if i.offset < 0 {
		low, carry = bits.Sub64(low, offset, 0)
		high, _ = bits.Sub64(high, over, carry)
	} else {
		low, carry = bits.Add64(low, offset, 0)
		high, _ = bits.Add64(high, over, carry)
	}
	return time.Duration(low), high == uint64(int64(low)>>63)
}
