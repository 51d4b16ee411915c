package ui

var koreanTime = TimeText{
	Seconds:  "%s초",
	Seeking:  "%s초까지 다시 실행하는 중: %s %%. Esc 키로 멈춥니다.",
	Stopped:  "가는 중에 멈췄습니다.",
	Branched: "이 실행의 뒷부분은 버리고 여기서부터 이어집니다.",
}
