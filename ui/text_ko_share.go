package ui

var koreanShare = ShareText{
	Button:      "공유 …",
	ButtonTip:   "이 실행을 한 줄의 글로 만들어 보낼 수 있습니다. Ctrl+C로 복사하고 Ctrl+V로 실행합니다.",
	Heading:     "글로 된 이 실행",
	About:       "장면과 시드, 그리고 언제 무엇을 했는지 적혀 있습니다. 누가 실행해도 똑같습니다.",
	AboutPaste:  "다른 글을 대신 붙여 넣고 Enter 키를 누르면 그것을 실행합니다. 링크와 --run에도 쓸 수 있습니다.",
	Placeholder: "링크나 메시지로 받은 실행",
	Copy:        "복사",
	CopyTip:     "글을 클립보드에 복사합니다. Ctrl+C.",
	Paste:       "붙여넣기",
	PasteTip:    "클립보드의 글을 가져옵니다. Ctrl+V.",
	Run:         "이 실행 시작",
	RunTip:      "글의 실행을 시작합니다. Enter 키.",
	Copied:      "복사했습니다: 이 실행을 적은 %d글자.",
	Runs:        "글의 실행입니다: %s.",
	NoClipboard: "클립보드를 쓸 수 없습니다. 직접 입력하거나 설정을 파일로 저장하십시오.",
}
