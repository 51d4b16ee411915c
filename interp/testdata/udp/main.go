// Command udp sends what a game server would over a real UDP socket, loses some of it, and
// draws what arrives. It writes every packet that it received and every pose that it drew.
package main

import (
	"encoding/binary"
	"fmt"
	"log"
	"math"
	"net"
	"time"

	"game/interp"
)

// put writes a snapshot of one walker: number, stamp, place and heading.
func put(seq uint32, stamp time.Duration) []byte {
	b := binary.BigEndian.AppendUint32(nil, seq)
	b = binary.BigEndian.AppendUint64(b, uint64(stamp))
	t := stamp.Seconds()
	for _, v := range []float64{4 * t, 3 * math.Sin(t), t / 2} {
		b = binary.BigEndian.AppendUint32(b, math.Float32bits(float32(v)))
	}
	return b
}

func get(b []byte, arrival time.Duration) (interp.Header, []interp.Update) {
	h := interp.Header{
		Seq:     binary.BigEndian.Uint32(b),
		Time:    interp.ServerTime(binary.BigEndian.Uint64(b[4:])),
		Arrival: interp.LocalTime(arrival),
	}
	f := func(i int) float32 { return math.Float32frombits(binary.BigEndian.Uint32(b[12+4*i:])) }
	sin, cos := math.Sincos(float64(f(2)) / 2)
	return h, []interp.Update{{ID: 1, Sample: interp.Sample{Pose: interp.Pose{
		Position: interp.Vec3{f(0), f(1), 0},
		Rotation: interp.Quat{W: float32(cos), V: interp.Vec3{0, 0, float32(sin)}},
	}}}}
}

func main() {
	client, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	server, err := net.Dial("udp", client.LocalAddr().String())
	if err != nil {
		log.Fatal(err)
	}
	lens, err := interp.NewInterpolated(&interp.Config{Default: interp.Policy{Delay: 120 * time.Millisecond, MaxExtrapolation: 100 * time.Millisecond}})
	if err != nil {
		log.Fatal(err)
	}
	var seq uint32
	var drawn []interp.Drawn
	buffer, dice := make([]byte, 64), uint32(1)
	for now := time.Duration(0); now < 10*time.Second; now += time.Second / 60 {
		for ; time.Duration(seq)*50*time.Millisecond <= now; seq++ {
			if dice = dice*1664525 + 1013904223; dice>>24 < 50 { // a fifth is lost
				continue
			}
			if _, err := server.Write(put(seq+1, time.Hour+time.Duration(seq)*50*time.Millisecond)); err != nil {
				log.Fatal(err)
			}
			client.SetReadDeadline(time.Now().Add(10 * time.Second))
			n, _, err := client.ReadFrom(buffer)
			if err != nil {
				log.Fatal(err)
			}
			lens.Receive(get(buffer[:n], now))
			fmt.Printf("packet %x %d\n", buffer[:n], now)
		}
		lens.Frame(interp.LocalTime(now))
		drawn = lens.AppendDrawn(drawn[:0], interp.LocalTime(now))
		for _, d := range drawn {
			fmt.Println("drawn", int64(now), d.State, d.Pose.Position, d.Pose.Rotation)
		}
	}
}
