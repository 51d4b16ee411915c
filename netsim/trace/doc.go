// Package trace reads what was measured of a real network path and replays it as a
// [snaplab/netsim.Model].
//
// [Read] takes a file that a game developer already has and finds out from its
// content what it is: the output of ping (Linux, macOS, BSD, Windows, BusyBox, in any
// language), of fping, mtr --raw, irtt, owping, tcpdump and others, a table (CSV), the
// results of RIPE Atlas, a capture (pcap, pcapng) of a UDP stream, a delay distribution of
// netem or the delivery opportunities of Mahimahi. The text formats are a table,
// formats.txt: a line counts only if the whole of it has a form that its tool writes.
//
// Nothing is misread in silence. What a line says that is not understood becomes a
// [Warning] with the line's number, as does what was assumed, and where a file's own totals
// and its lines differ. A file that only has totals, or whose lines show less than half of
// what its totals count, is an [AggregateError] with the totals in it.
//
// [Trace.Summarise] counts packets and delays from the packets themselves: the totals
// at the end of such files are often wrong. [snaplab/netsim/trace/replay] makes a link of a trace.
//
// # Limits
//
// At most [MaxBytes] of a file are read (of what it decompresses to, if gzip packed
// it), at most [MaxSamples] packets of a flow are kept, and at most [MaxWarnings]
// warnings. A trace that was cut short by a limit or by its writer is read as far as
// it goes, with a warning.
package trace
