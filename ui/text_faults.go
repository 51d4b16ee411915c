package ui

import "snaplab/game/config"

// FaultsText is what can be made to go wrong.
type FaultsText struct {
	Heading                            string
	More                               string // the button for all of them
	MoreTip                            string
	Page                               string // the heading of all of them
	Close                              string
	Names, Whats, Watches              [config.NumFaults]string // each; what happens then; what to look for
	Watch                              string                   // before what to look for
	For                                string                   // %s: whom it happens to
	Key                                string                   // %s
	Several, SeveralWhat, SeveralWatch string                   // three losses in a row
	DriftWhat, DriftWatch              string                   // the client's clock
}

// englishFaults is the faults' texts in English. What happens and what to look for is
// said in the lab's own sentences.
var englishFaults = func() FaultsText {
	t := FaultsText{
		Heading: "MAKE SOMETHING HAPPEN",
		More:    "more",
		MoreTip: "Everything that can be made to go wrong, and what to look for.",
		Page:    "Make something happen",
		Close:   "Close",
		Names: [config.NumFaults]string{
			config.DropPackets: "drop next", config.Blackout: "blackout", config.LagSpike: "lag spike",
			config.DuplicatePackets: "duplicate", config.SwapPackets: "swap two", config.CorruptPackets: "corrupt",
			config.ServerStall: "server stall", config.ServerRestart: "restart", config.ClientFreeze: "freeze",
			config.ClockStep: "clock step", config.TeleportNow: "teleport", config.RespawnNow: "respawn",
		},
		Watch:        "Look for: ",
		For:          "For %s.",
		Key:          "Key %s.",
		Several:      "drop three",
		SeveralWhat:  "The next three packets are lost.",
		SeveralWatch: "Everything runs dry once, unless the delay spans four intervals and the jitter.",
		DriftWhat:    "The client's clock runs 200 ppm faster or slower than the server's: 12 ms in a minute.",
		DriftWatch:   "Nothing is to be seen: the offset follows. With the mistake “offset taken once” the delay slowly changes.",
	}
	for k := range t.Whats {
		info := config.FaultKind(k).Info()
		t.Whats[k], t.Watches[k] = info.What, info.Watch
	}
	return t
}()
