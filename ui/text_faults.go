package ui

import "snaplab/game"

// FaultsText is what can be made to go wrong. What happens then, and what to look for,
// the lab itself says.
type FaultsText struct {
	Heading                            string
	More                               string // the button for all of them
	MoreTip                            string
	Page                               string // the heading of all of them
	Close                              string
	Names                              [game.NumFaults]string
	Watch                              string // before what to look for
	For                                string // %s: whom it happens to
	Key                                string // %s
	Several, SeveralWhat, SeveralWatch string // three losses in a row
	DriftWhat, DriftWatch              string // the client's clock
}

var englishFaults = FaultsText{
	Heading: "MAKE SOMETHING HAPPEN",
	More:    "more",
	MoreTip: "Everything that can be made to go wrong, and what to look for.",
	Page:    "Make something happen",
	Close:   "Close",
	Names: [game.NumFaults]string{
		game.DropPackets: "drop next", game.Blackout: "blackout", game.LagSpike: "lag spike",
		game.DuplicatePackets: "duplicate", game.SwapPackets: "swap two", game.CorruptPackets: "corrupt",
		game.ServerStall: "server stall", game.ServerRestart: "restart", game.ClientFreeze: "freeze",
		game.ClockStep: "clock step", game.TeleportNow: "teleport", game.RespawnNow: "respawn",
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
