package trace

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"
)

// largeFiles are makers of a line of files of 10 MB, by the number of the line.
var largeFiles = []struct {
	name, head string
	line       func(i int, r *rand.Rand) string
}{
	{"numbers and times since 1970", "seq,send_ns,recv_ns\n", func(i int, r *rand.Rand) string {
		at := 1704067200000000000 + i*16666667
		if r.IntN(50) == 0 {
			return fmt.Sprintf("%d,%d,\n", i, at)
		}
		return fmt.Sprintf("%d,%d,%d\n", i, at, at+20000000+r.IntN(9000000))
	}},
	{"times and round trips", "seq,time,rtt_ms\n", func(i int, r *rand.Rand) string {
		if r.IntN(50) == 0 {
			return fmt.Sprintf("%d,%.3f,timeout\n", i, float64(i)*0.05)
		}
		return fmt.Sprintf("%d,%.3f,%.3f\n", i, float64(i)*0.05, 20+9*r.Float64())
	}},
	{"dates", "time,ping ms,host\n", func(i int, r *rand.Rand) string {
		return time.Unix(int64(i), 0).UTC().Format("2006-01-02 15:04:05") + fmt.Sprintf(",%.1f,example.com\n", 20+9*r.Float64())
	}},
	{"delays alone", "rtt_ms\n", func(_ int, r *rand.Rand) string { return fmt.Sprintf("%.2f\n", 20+9*r.Float64()) }},
	{"numbers and delays", "seq,rtt_ms\n", func(i int, r *rand.Rand) string { return fmt.Sprintf("%d,%d\n", i, 20+r.IntN(9)) }},
	{"ping", "PING h (192.0.2.7) 56(84) bytes of data.\n", func(i int, r *rand.Rand) string {
		return fmt.Sprintf("64 bytes from 192.0.2.7: icmp_seq=%d ttl=57 time=%.1f ms\n", (i+1)%65536, 20+9*r.Float64())
	}},
	{"what is no format", "", func(i int, r *rand.Rand) string { return "the quick brown fox, and 2 dogs\n" }},
}

func largeFile(k int) string {
	const size = 10_000_000
	r := rand.New(rand.NewPCG(1, uint64(k)))
	var b strings.Builder
	b.Grow(size + 100)
	b.WriteString(largeFiles[k].head)
	for i := 0; b.Len() < size; i++ {
		b.WriteString(largeFiles[k].line(i, r))
	}
	return b.String()
}

// TestMemory: a file of 10 MB is read with no more than 64 MB besides what the file takes, and
// gives all its packets. The collector is let run often, so that the heap is what is needed.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("reads large files")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(5))
	for k, f := range largeFiles {
		text := largeFile(k)
		runtime.GC()
		peak := new(heapPeak)
		before := peak.take()
		peak.watch()
		begun := time.Now()
		tr, err := Read("", strings.NewReader(text), Options{})
		took := time.Since(begun)
		most := int64(peak.stop() - before)
		packets := 0
		if err == nil {
			packets = len(tr.Samples)
		}
		if packets < 100_000 && f.head != "" {
			t.Errorf("%s: %d packets, %v", f.name, packets, err)
		}
		t.Logf("%s: %d MB beyond the file, %v, %d packets", f.name, most>>20-int64(len(text))>>20, took.Round(10*time.Millisecond), packets)
		if most > 64<<20+int64(len(text)) {
			t.Errorf("%s: %d MB for a file of %d MB", f.name, most>>20, len(text)>>20)
		}
		runtime.KeepAlive(text)
	}
}

// heapPeak is the most that the heap has in use, as seen after each collection.
type heapPeak struct {
	mu      sync.Mutex
	most    uint64
	stopped bool
}

// take looks at the heap now.
func (p *heapPeak) take() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.most = max(p.most, m.HeapInuse)
	return m.HeapInuse
}

// watch has the heap looked at after each collection, as the finalizer of garbage.
func (p *heapPeak) watch() {
	runtime.SetFinalizer(&struct{ garbage [32]byte }{}, func(any) {
		p.take()
		p.mu.Lock()
		defer p.mu.Unlock()
		if !p.stopped {
			p.watch()
		}
	})
}

// stop ends that and returns the most.
func (p *heapPeak) stop() uint64 {
	p.take()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped = true
	return p.most
}

// BenchmarkLargeFile reads 10 MB of each.
func BenchmarkLargeFile(b *testing.B) {
	for k, f := range largeFiles {
		text := largeFile(k)
		b.Run(f.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				_, _ = Read("", strings.NewReader(text), Options{})
			}
		})
	}
}
