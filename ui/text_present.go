package ui

// PresentText is the presentation mode.
type PresentText struct {
	Switch, SwitchTip string
	Paused            string
	Setting           string // %s: send rate, jitter range, loss
	Underruns, Ahead  string // counts
	Hint, LessonHint  string // which keys there are; the same while a lesson is on
}

var englishPresent = PresentText{
	Switch:     "Presentation",
	SwitchTip:  "For the front of a class: no controls, and everything large, on the light theme. Key P or F5; Esc ends it.",
	Paused:     "paused",
	Setting:    "%s, jitter %s, loss %s",
	Underruns:  "underruns %s",
	Ahead:      "%s ahead",
	Hint:       "Esc ends · Space pauses · ↑ ↓ change the delay · Page Up and Page Down: packets, buffer, what if · B blanks the screen",
	LessonHint: "Esc ends · Space pauses · ↑ ↓ change the delay · Page Up and Page Down: back and on · 1 – 4 answer · B blanks the screen",
}

var koreanPresent = PresentText{
	Switch:     "발표 모드",
	SwitchTip:  "교실 앞에서 쓰는 모드입니다. 조절판 없이 모든 것을 크게, 밝은 테마로 보여 줍니다. P 또는 F5 키, Esc로 끝냅니다.",
	Paused:     "멈춤",
	Setting:    "%s, 지터 %s, 손실 %s",
	Underruns:  "언더런 %s",
	Ahead:      "여유 %s",
	Hint:       "Esc 끝내기 · Space 멈춤 · ↑ ↓ 지연 바꾸기 · Page Up, Page Down: 패킷, 버퍼, 다른 지연 · B 화면 끄기",
	LessonHint: "Esc 끝내기 · Space 멈춤 · ↑ ↓ 지연 바꾸기 · Page Up, Page Down: 이전, 다음 단계 · 1 – 4 답하기 · B 화면 끄기",
}
