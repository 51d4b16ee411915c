package ui

var koreanTime = TimeText{
	Line:     "지금까지의 실행입니다. 왼쪽과 오른쪽 키로 1초씩 뒤로, 앞으로 가고 Home, End 키로 양 끝으로 갑니다.",
	Seconds:  "%s초",
	Seeking:  "%s초까지 다시 실행하는 중: %s %%. Esc 키로 멈춥니다.",
	Stopped:  "가는 중에 멈췄습니다.",
	Branched: "이 실행의 뒷부분은 버리고 여기서부터 이어집니다.",
}
