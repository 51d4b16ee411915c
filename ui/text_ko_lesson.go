package ui

import (
	"snaplab/game"
	"snaplab/game/lesson"
)

var koreanLesson = LessonText{
	Tip:         "수업: 보고, 예측하고, 해 볼 것입니다. L 키.",
	Heading:     "수업",
	Drop:        "직접 만든 수업 파일을 창에 끌어다 놓아도 됩니다.",
	Columns:     [2]string{"원리", "흔한 실수"},
	StepOf:      "%s / %s 단계",
	NextTip:     "답을 보거나 다음 단계로, 다 마치면 다음 수업으로 갑니다. Page Down 또는 → 키.",
	BackTip:     "한 단계 뒤로 갑니다. Page Up 또는 ← 키.",
	AgainTip:    "수업의 설정과 시드로 다시 시작합니다.",
	LeaveTip:    "수업을 떠납니다. 설정과 시드는 그대로 남습니다. Esc 키.",
	ChooseTip:   "클릭하거나 번호 키로 고릅니다.",
	Solved:      "해냈습니다!",
	MeasuredFor: "%d / %d초",
	Bounds:      [3]string{"최대 %s", "최소 %s", "목표 %s"},
	Measures: [lesson.NumMeasures]string{
		"언더런", "고갈", "표시 시점", "지금과의 오차", "경로 오차", "회전 오차",
		"거칠기", "보정", "시계 오차", "필요한 지연", "전송량",
	},
	Units: [lesson.NumMeasures]string{
		"%s회", "%s %%", "%s ms", "%s m", "%s m", "%s°", "%s m/s", "%s회/초", "%s ms", "%s ms", "%s kbit/s",
	},
	NameOf:      "%s, %s",
	Lenses:      [game.MaxLenses]string{"원본", "보간", "외삽", "실수"},
	Left:        "수업을 떠났습니다. 설정과 시드는 그대로 남습니다.",
	NotKept:     "수업 진도를 저장할 수 없습니다: %s.",
	NoScenarios: "여기에는 이름으로 찾을 장면이 없습니다",
	MoreFaults:  "%s (그 밖에 %d개)",
}
