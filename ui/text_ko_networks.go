package ui

// koreanScenes are the scenarios' names in Korean.
var koreanScenes = map[string]string{
	"default": "기본", "adaptive": "적응", "walker": "보행자", "car": "자동차", "drone": "드론", "ball": "공", "blinker": "블링커",
	"rocket": "로켓", "turret": "포탑", "door": "문", "crowd": "군중", "faults": "장애", "lifecycle": "생성과 소멸",
}

// koreanNetworks are the networks in Korean. Products keep their names.
var koreanNetworks = func() map[string]NetworkText {
	networks := map[string]NetworkText{
		"the example":        {"예제", "볼 것이 모두 넉넉히 있습니다. 실험실은 이것으로 시작합니다.", "풀이 예제: 지터 폭 30 ms, 독립 손실 5 %."},
		"perfect":            {"완벽", "지연도 지터도 손실도 없습니다. 전송률만 남습니다.", "정의에 따른 값."},
		"LAN":                {"LAN", "케이블과 스위치뿐입니다. 한 기계 밖에서는 더 좋을 수 없습니다.", "어림값: 스위치는 수 마이크로초, 프로그램을 깨우는 데 최대 1밀리초."},
		"fibre":              {"광랜", "빠르고 고릅니다. 같은 지역의 서버까지입니다.", "Unity의 Fiber, 10 ± 1 ms."},
		"cable":              {"케이블", "대체로 고르지만 이웃과 나누어 씁니다.", "Unity의 Cable, 25 ± 5 ms. 온라인 게임에서 잰 73 ms 끊김의 손실 0.1 %."},
		"DSL":                {"DSL", "느린 회선이고, 올라가는 길은 더 느립니다.", "Unity의 DSL, 30 ± 10 ms. 속도는 Facebook의 DSL, 2000과 256 kbit/s."},
		"measured home line": {"실측 가정 회선", "가정 회선의 콘솔 게임입니다. 짧은 지연이 무리 지어 옵니다.", "15 ms 간격 패킷 268개: 가장 빠른 것보다 중앙값 3.8 ms, 95 %는 20.3 ms, 최대 55.9 ms, 손실 1개, 상관 0.42. 편도 지연은 추측."},
		"Wi-Fi":              {"Wi-Fi", "좋지만, 무선이 주위를 살필 때 가끔 쉽니다.", "지터는 실측 가정 회선. 10초마다 100 ms의 멈춤은 어림값."},
		"bad Wi-Fi":          {"나쁜 Wi-Fi", "손실이 몰려오고, 가끔 모두 멈췄다가 한꺼번에 옵니다.", "73 ms 끊김: 온라인 게임이 초당 92개 중 5, 1, 13, 8개씩 연달아 27개를 잃음. 손실 5 %와 15초마다 0.5초의 멈춤은 보이도록 과장."},
		"4G":                 {"4G", "수신이 좋은 곳에 가만히 있는 전화기입니다.", "Loadero의 4G: 평균 45 ms, 지터 5–15 ms, 손실 0.2 %."},
		"5G":                 {"5G", "빠르지만, 빠른 만큼 고르지는 않습니다.", "Unity의 5G, 평균 30 ms. 손실은 Loadero의 4G: Unity의 4 %는 전화기가 잃는 것보다 많음."},
		"LEO satellite":      {"저궤도 위성", "낮은 궤도의 위성입니다. 게임할 만큼 가깝지만 결코 고르지 않습니다.", "irtt로 잰 편도 지연: 왕복 최소 16 ms, 95 %가 가장 빠른 것보다 26 ms 이내."},
		"GEO satellite":      {"정지궤도 위성", "멀 뿐입니다. 편도 지연이 커도 보간 지연은 더 필요하지 않습니다.", "올라갔다 내려오는 2 × 35 786 km를 빛의 속도로: 239 ms."},
		"transatlantic":      {"대서양 횡단", "다른 대륙입니다. 오래된 소식이지만 고릅니다.", "뉴욕에서 런던까지 5 570 km, 유리 속에서 1밀리초에 200 km이므로 28 ms. 케이블은 4분의 1 더 깁니다."},
		"congested":          {"혼잡", "가득 찬 회선의 저녁입니다. 대기열이 늘었다 줄었다 합니다.", "Unity의 혼잡 네트워크, 50 ± 50 ms, 손실 1 %. 대기열이 200 ms에 걸쳐 변하는 것은 어림값."},
	}
	all := func(about, source string, own ...[2]string) {
		for _, n := range own {
			networks[n[0]] = NetworkText{n[0], about, source + n[1] + "."}
		}
	}
	all("Unity의 시뮬레이터 그대로입니다. 패킷마다 따로 늦어지고 서로 추월할 수 있습니다.", "Unity Network Simulator (Multiplayer Tools 2.2.10): ",
		[2]string{"Unity Broadband", "32 ± 12 ms, 손실 2 %"}, [2]string{"Unity Fiber", "10 ± 1 ms, 손실 0 %"}, [2]string{"Unity Cable", "25 ± 5 ms, 손실 0 %"},
		[2]string{"Unity DSL", "30 ± 10 ms, 손실 0 %"}, [2]string{"Unity LEO satellite", "100 ± 10 ms, 손실 0 %"}, [2]string{"Unity congested", "50 ± 50 ms, 손실 1 %"},
		[2]string{"Unity 2G", "520 ± 50 ms, 손실 7 %"}, [2]string{"Unity 2.5G", "480 ± 40 ms, 손실 7 %"}, [2]string{"Unity 2.75G", "440 ± 40 ms, 손실 7 %"},
		[2]string{"Unity 3G", "360 ± 30 ms, 손실 7 %"}, [2]string{"Unity 3.5G", "160 ± 30 ms, 손실 6 %"}, [2]string{"Unity 3.75G", "130 ± 30 ms, 손실 6 %"},
		[2]string{"Unity 4G", "100 ± 20 ms, 손실 4 %"}, [2]string{"Unity 4.5G", "80 ± 20 ms, 손실 4 %"}, [2]string{"Unity 5G", "30 ± 20 ms, 손실 4 %"},
	)
	all("지터가 없는 좁은 회선입니다. 지나갈 수 있는 것보다 빨리 오는 것은 대기열에서 기다립니다.", "Facebook Augmented Traffic Control: ",
		[2]string{"Facebook 2G rural", "20과 18 kbit/s, 650과 650 ms, 손실 2 %. 대기열 16 kB는 추측"}, [2]string{"Facebook 2G urban", "35와 32 kbit/s, 650과 650 ms, 손실 0 %. 대기열 16 kB는 추측"},
		[2]string{"Facebook Edge lossy", "240과 200 kbit/s, 400과 440 ms, 손실 1 %. 대기열 16 kB는 추측"},
		[2]string{"Facebook Edge average", "240과 200 kbit/s, 400과 440 ms, 손실 0 %. 대기열 16 kB는 추측"},
		[2]string{"Facebook Edge good", "250과 200 kbit/s, 350과 370 ms, 손실 0 %. 대기열 16 kB는 추측"},
		[2]string{"Facebook 3G average", "780과 330 kbit/s, 100과 100 ms, 손실 0 %"}, [2]string{"Facebook 3G good", "850과 420 kbit/s, 90과 100 ms, 손실 0 %"},
		[2]string{"Facebook DSL", "2000과 256 kbit/s, 5와 5 ms, 손실 0 %"}, [2]string{"Facebook Cable", "6000과 1000 kbit/s, 2와 2 ms, 손실 0 %"},
	)
	all("Apple의 도구가 만드는, 지터가 없는 좁은 회선입니다.", "Apple Network Link Conditioner: ",
		[2]string{"Apple 3G", "780과 330 kbit/s, 100과 100 ms"}, [2]string{"Apple Edge", "240과 200 kbit/s, 400과 440 ms"},
	)
	all("브라우저 개발자 도구가 이 이름으로 부르는 것을, 요청 전체가 아니라 패킷에 적용합니다.", "Chrome DevTools: ",
		[2]string{"Chrome 3G", "왕복 400 ms, 500과 500 kbit/s, 요청용 계수 적용 전"}, [2]string{"Chrome slow 4G", "왕복 150 ms, 1600과 750 kbit/s, 요청용 계수 적용 전"},
		[2]string{"Chrome fast 4G", "왕복 60 ms, 9000과 1500 kbit/s, 요청용 계수 적용 전"},
	)
	all("통화 시험 서비스가 정한 이동 통신망입니다.", "Loadero: ",
		[2]string{"Loadero 4G", "45 ms, 지터 5–15 ms, 손실 0.2 %"}, [2]string{"Loadero HSPA", "150 ms, 지터 10 ms, 손실 0.5 %"},
		[2]string{"Loadero 3G", "250 ms, 지터 50 ms, 손실 0.5 %"}, [2]string{"Loadero Edge", "650 ms, 지터 100 ms, 손실 1 %"},
	)
	return networks
}()
