package ui

import "snaplab/ui/im"

// Korean is the window's texts in Korean. Sentences are in the polite plain style
// (합니다), labels are nouns, and a particle never follows what the program fills in,
// since which one is right depends on its last sound.
//
// The terms, one word for each:
//
//	snapshot 스냅샷 · packet 패킷 · send rate 전송률 · tick 틱 · frame 프레임
//	latency 편도 지연 · delay D 보간 지연 · display latency 표시 지연 · jitter range 지터 폭
//	loss 손실 · outage 끊김 · duplicate 중복 · overtake 추월 · stall, spike 멈춤, 지연 급증
//	render time 렌더 시각 · buffer 버퍼 · slot 슬롯 · ahead 여유 · underrun 언더런 · dry 고갈
//	raw 원본 · interpolate 보간 · extrapolate 외삽 · extrapolate 관성 이동 · hold 정지 · stale 만료
//	fault 장애 · correction 보정 · roughness 거칠기 · error 오차 · offset 오프셋 · slew 점진 보정
//	drift 드리프트 · teleport 순간이동 · respawn 재생성 · generation 세대 · epoch 에포크
//	entity 개체 · type (kind) 종류 · mistake 실수 · seed 시드 · trace 측정 기록
var Korean = Text{
	Title: "스냅샷 보간 실험실",
	Top: TopText{
		Scene:    "장면",
		SceneTip: "어떤 개체가 있는지, 그리고 시작할 때의 설정입니다.",
		Restart:  "같은 시드로 다시 시작합니다. 똑같은 실행이 됩니다. R 키.",
		Play:     "계속합니다. Space 키.",
		Pause:    "서버, 링크, 클라이언트를 함께 멈춥니다. Space 키.",
		Step:     "화면 프레임 하나만큼 갑니다. . (마침표) 키. 한 틱은 , 키, 한 패킷은 N 키입니다.",
		Seed:     "새 시드: 같은 설정의 다른 실행입니다. Shift+R.",
		SpeedTip: "서버, 링크, 클라이언트의 시간이 흐르는 빠르기입니다. − 키와 + 키.",
		HelpTip:  "키 안내입니다. ? 키.",
		SaveTip:  "화면을 PNG 파일로 저장합니다. Ctrl+S.",

		SeedLabel: "시드",

		Network:        "네트워크",
		NetworkTip:     "이름으로 알려진 네트워크입니다. 지금 것은 직접 조절한 것입니다.",
		Custom:         "사용자 설정",
		NetworkFigures: "%s + %s, 손실 %s",
		NetworkSource:  "(%s)",

		Scenes: koreanScenes, Networks: koreanNetworks,
	},
	Controls: ControlsText{
		Network: "네트워크",
		Delay:   "보간 지연 (가장 빠른 패킷 기준)",

		Rate:         "전송률",
		RateTip:      "서버가 1초에 보내는 스냅샷의 수입니다. 적을수록 대역폭을 아끼지만 보간 지연이 더 필요합니다.",
		Latency:      "편도 지연",
		LatencyTip:   "가장 빠른 패킷이 한 방향으로 가는 시간입니다. 양방향이 같습니다. 모든 것을 늦추지만 보간 지연을 따로 요구하지는 않습니다.",
		Jitter:       "지터 폭",
		JitterTip:    "가장 느린 패킷이 가장 빠른 패킷보다 더 걸리는 시간입니다. 보간 지연이 이만큼을 덮어야 합니다.",
		Loss:         "손실",
		LossTip:      "끝내 도착하지 않는 패킷의 비율입니다. 하나를 잃을 때마다 보간 지연이 한 간격씩 더 필요합니다.",
		Outage:       "평균 끊김",
		OutageTip:    "손실이 한데 이어지는 평균 시간입니다. 0이면 패킷을 따로따로 잃습니다.",
		Duplicate:    "중복",
		DuplicateTip: "두 번 도착하는 패킷의 비율입니다. 먼저 온 것만 셉니다.",
		Encodings:    [2]string{"전체", "델타"},
		EncodingTip:  "스냅샷을 적는 방식입니다. 전체: 패킷마다 모두 적습니다. 델타: 이미 도착한 패킷 이후 바뀐 것만 적습니다. 그려지는 것은 같습니다.",
		OrderTip:     "지터가 패킷의 순서에 미치는 영향입니다.",
		Orders:       []string{"순서대로", "추월 가능"},
		OrderTips: []string{
			"느린 패킷이 뒤의 패킷을 붙잡아 한꺼번에 도착합니다. 실제 경로는 대개 이렇습니다.",
			"패킷마다 따로 늦어져 앞선 패킷보다 먼저 도착할 수 있습니다.",
		},

		AllKinds:         "모든 종류",
		AllKindsTip:      "가장 빠른 패킷이 보여 주는 서버 시각보다 얼마나 늦게 그리는지입니다. 모든 종류를 한 번에 정합니다.",
		Auto:             "자동",
		AutoMark:         "A",
		AutoTip:          "모든 보간 지연이 네트워크를 따라갑니다. 지난 10초 프레임의 99 %가 필요로 한 만큼입니다.",
		KindTip:          "종류별 보간 지연: %s. 빠르게 돌거나 중요한 것은 나머지와 다르게 정할 수 있습니다. A 키를 누르면 네트워크를 따라갑니다.",
		InUnderrunStatus: "고갈",

		MaxExtrapolation:    "외삽 한도",
		MaxExtrapolationTip: "보간 화면에서 새 데이터가 없는 개체가 마지막 움직임대로 나아가는(관성 이동) 최대 시간입니다.",
		MaxDeadReckoning:    "추측 한도",
		MaxDeadReckoningTip: "외삽 화면이 가장 새로운 스냅샷을 넘어 추측하는 최대 시간입니다.",
		Smoothing:           "보정 시간",
		SmoothingTip:        "데이터가 다시 오면 개체는 틀린 곳에 있습니다. 0이면 튀고, 아니면 이 시간 동안 미끄러져 돌아갑니다.",
		Policies:            []string{"정지", "흐리게", "숨김"},
		PolicyTips: []string{
			"관성 이동이 끝나면 멈춰 섭니다.",
			"관성 이동이 끝나면 멈춰 서서 흐려집니다.",
			"관성 이동이 끝나면 그리지 않습니다.",
		},
		Blends: []string{"직선", "곡선"},
		BlendTips: []string{
			"스냅샷 사이를 직선으로 잇습니다. 모퉁이가 잘립니다.",
			"보낸 속도까지 맞추는 곡선(에르미트)으로 잇습니다.",
		},
		Gaps: []string{"건너뛰기", "기다리기"},
		GapTips: []string{
			"잃은 패킷에 든 생성이나 소멸을 건너뜁니다. 그때 태어난 것은 다음 패킷이 보여 주는 곳에 나타납니다.",
			"빠진 패킷에 생성이나 소멸이 있으면 그것이 올 때까지 그 종류가 멈춰 섭니다. 최대 0.5초입니다.",
		},
		For:           "대상",
		ForTip:        "이 설정이 어느 종류의 것인지입니다.",
		UnderrunPages: []string{"고갈되면", "그리기"},
		UnderrunPageTips: []string{
			"새 데이터가 없을 때(언더런)와 그 뒤에 일어나는 일입니다.",
			"데이터가 있을 때 그리는 방식과, 외삽 화면이 추측하는 한도입니다.",
		},
		ForAll: "모든 종류",
		Kinds:  [8]string{"보행자", "자동차", "드론", "공", "블링커", "로켓", "포탑", "문"},
	},
	Arena:      koreanArena,
	Packets:    koreanPackets,
	Buffer:     koreanBuffer,
	Curve:      koreanCurve,
	Comparison: koreanComparison,
	Faults:     koreanFaults,
	Look:       koreanLook,
	Spoken:     koreanSpoken,
	Time:       koreanTime,
	Share:      koreanShare,
	Record:     koreanRecord,
	Settings:   koreanSettings,
	Present:    koreanPresent,
	Tuning:     koreanTuning,
	Lesson:     koreanLesson,
	Help: HelpText{
		Heading: "키 안내",
		Close:   "닫기",
		Keys: [][2]string{
			{"Space", "멈춤과 계속"},
			{".", "화면 프레임 하나 앞으로"},
			{",", "서버 틱 하나 앞으로"},
			{"N", "다음 패킷이 도착할 때까지"},
			{"Shift . , N", "같은 만큼 뒤로"},
			{"Shift ← →", "1초 뒤로, 앞으로. Home, End: 양 끝"},
			{"− +", "느리게, 빠르게"},
			{"R", "같은 시드로 다시 시작"},
			{"Shift R", "새 시드로 시작"},
			{"G", "실제 위치: 지금, 그린 시각, 끔"},
			{"V", "카메라: 비스듬히, 위에서"},
			{"W", "자취 켜고 끄기"},
			{"L", "수업"},
			{"D B K S", "패킷 손실, 두절, 지연 급증, 서버 멈춤"},
			{"Tab, 화살표", "조절판을 옮겨 다니고 값을 바꿈"},
			{"화살표, Enter", "화면에서: 개체 고르기"},
			{"Page Up Down", "화면이나 멈춘 패킷에서: 확대, 축소"},
			{"화살표, Enter", "멈춘 패킷에서: 하나를 골라 고정"},
			{"Home End Del", "최소, 최대, 기본값"},
			{"A", "종류별 지연에서: 자동, 수동"},
			{"0 – 9", "값을 입력하고 Enter로 적용"},
			{"T", "조율: 표, A/B, 연속 손실, 가져가기"},
			{"Shift T", "어둡게, 밝게"},
			{"Shift L", "다른 언어"},
			{"P, F5", "발표 모드 켜고 끄기"},
			{"Ctrl + − 0", "크게, 작게, 100 %"},
			{"Ctrl S", "화면 저장, Shift와 함께 누르면 설정 저장"},
			{"Ctrl C V", "이 실행을 글로 복사, 글에서 실행"},
			{"Ctrl O", "설정이나 측정 기록 열기"},
			{"F1, ?", "이 안내"},
		},
	},
	Message: MessageText{
		Saved:     "저장했습니다: %s",
		NotSaved:  "%s 저장 실패: %s.",
		Loaded:    "불러왔습니다: %s",
		Follows:   "링크가 측정 기록을 따릅니다: %s (%s), 패킷 %d개 중 %d개 손실.",
		NotLoaded: "%s 불러오기 실패: %s.",
		Restarted: "다시 시작했습니다. 똑같은 실행입니다.",
		NewSeed:   "새로 시작했습니다. 시드 %s.",
		Clock:     "시계 추정이 %s ms 어긋났습니다. 모든 것이 그만큼 이르거나 늦게 그려집니다.",
	},
	Widgets: im.Words{
		TypeNumber: "숫자를 입력하십시오.",
		NotWhole:   "정수가 아닙니다: %s",
		NotBetween: "범위를 벗어났습니다: %s. 범위는 %s – %s입니다.",
		Refused:    "쓸 수 없는 값입니다: %s. 범위는 %s – %s입니다.",
	},
}
