package ui

// koreanSettings are what settings, their choices and whom they are for are called in
// Korean, by their names in files. What a control already says is said in its words.
var koreanSettings = map[string]string{
	"rate": "전송률", "tick-rate": "틱 주기", "display": "화면 프레임", "display-phase": "화면 위상", "latency": "편도 지연", "jitter": "지터 폭", "jitter-model": "지터 모형",
	"jitter-memory": "지터 기억", "loss": "손실", "outage": "평균 끊김", "stall": "경로 멈춤", "stall-every": "멈춤 간격", "duplicate": "중복",
	"order": "순서", "reorder": "순서 바꿈", "reorder-delay": "순서 바꿈 지연", "bandwidth": "대역폭", "queue": "대기열", "channel": "채널",
	"encoding": "부호화", "drift": "드리프트", "server-start": "서버 시작 시각", "client-start": "클라이언트 시작 시각", "delay": "보간 지연",
	"adaptive": "자동 지연", "quantile": "분위수", "max-extrapolation": "외삽 한도", "max-dead-reckoning": "추측 한도", "on-underrun": "고갈되면",
	"on-gap": "생성을 잃으면", "blend": "보간 방식", "smoothing": "보정 시간", "mistake": "실수", "engine": "엔진",

	"uniform": "균등", "normal": "정규", "pareto": "파레토", "exponential": "지수", "fifo": "순서대로", "free": "추월 가능",
	"unreliable": "비신뢰성", "reliable": "신뢰성", "full": "전체", "delta": "델타", "off": "끔", "on": "켬", "hold": "정지", "stale": "흐리게",
	"hide": "숨김", "resync": "건너뛰기", "wait": "기다리기", "linear": "직선", "hermite": "곡선", "none": "없음",
	"fixed-delay": "고정 지연", "arrival-order": "도착 순서", "arrival-times": "도착 시각", "offset-once": "오프셋 한 번",
	"offset-snapped": "오프셋 즉시 반영", "reliable-ordered": "신뢰성 채널", "across-teleports": "순간이동 보간", "generations-ignored": "세대 무시",
	"euler-angles": "오일러 각", "no-cap": "한도 없는 외삽",
	"quake3": "Quake III", "source": "Source", "mirror": "Mirror", "mirror-notimeline": "Mirror (오프셋 끔)", "netfox": "netfox", "unity-entities": "Unity Entities", "unity-gameobjects": "Unity GameObjects", "geckos": "geckos.io", "lightyear": "lightyear", "gaffer": "Gaffer",
	"rocicorp": "Rocicorp",

	"drawn": "시드마다", "in-step": "틱과 맞춤",

	"down": "하향", "up": "상향",
	"walker": "보행자", "car": "자동차", "drone": "드론", "ball": "공", "blinker": "블링커", "rocket": "로켓", "turret": "포탑", "door": "문",
}
