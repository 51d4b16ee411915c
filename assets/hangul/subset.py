#!/usr/bin/env python3
"""Makes the faces of this folder from those of Pretendard.

Of each it keeps the syllables that the Korean texts of the program have, and those
that are common, so that a new text seldom needs new faces. The outlines are scaled so
that their capitals would be as high as those of Inter, which they stand next to.
"""
import glob
import os
import sys

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
# Where the program's Korean texts are.
TEXTS = ["assets/text/*.json", "ui/language.go", "assets/lessons/*.json", "assets/lessons/ko/*.json"]
# Units of an em of Inter, and the height of its capitals in them.
INTER_EM, INTER_CAPITALS = 2816, 2048
FAMILY = "Lab Hangul"
COMMON = """
가각간갈감갑값갔강갖같개객거건걷걸검것게겠겨격견결겹경계고곡곤골곳공과관광괜괴교구국군굴굵권귀규균그극근글금급기긴길김깊
까깎깐깔깜깝깨꺼꺾께꼬꼭꼴꽉꾸꾼꿈꿔끄끈끊끌끔끗끝끼나난날남납낫낮낳내낸낼냄냈너넉널넓넘넣네넷년념노논놀높놓누눈눌느는늘
능늦니닐님다단닫달닮담답당닿대더덕던덜덤덧덩덮데델도독돈돌돕동되된될됩됐두둑둔둘둠뒤뒷드득든듣들듬듭듯등디딩딪따딱딴땅때땐
떠떤떨떻떼또똑뚜뚝뚫뛰뜨뜩뜬뜯뜰뜻라락란랄람랍랑래랙랜램략량러런럴럼럽렀렇레렉렌렘려력련렬렷렸령례로록론롤롭료루룩룹류률르른
를름릅릇리릭린릴림립릿링마막만많말맑맛망맞맡매맥맨맵맺머먹먼멀멈메면명몇모목몰몸못무묵문묻물뭐미민믿밀및밑바박밖반받발밝밤
방배백버번벌범법벗베벨벼벽변별병보복본볼봄부북분불붉붓붕붙뷰브블비빈빌빗빛빠빨빼뻗뽑뿌뿐사삭산살삶삼상새색샌생서석섞선설섬섭
성세센셀셈셋셔션소속손솔송쇄쇠쇼수숙순술숨숫쉬쉽스슨슬슴습슷승시식신실싫심십싱싶싸쌍쌓써썩쏘쏟쓰쓴쓸씀씌씨씩씬씻아악안앉않
알암압앗았앙앞애액앨야약얀얇양얕어억언얹얻얼엄업없엇었엉엎에엔엘여역연열염엽였영옆예옛오온올옮옳와완왜외왼요욕용우운울움웃워원
월웠위윗유육율으은을음응의이익인일읽잃임입잇있잊자작잔잖잘잠잡장잦재쟁저적전절점접정젖제젤져졌조족존졸좀좁종좋좌죄주죽준줄줌중
즈즉즌즐즘증지직진질짐집짓징짙짚짜짝짧째쩌쪼쪽쫓찌찍차착찬찰참창찾채책처척천철첫청체쳐초촉총최추축출춤춥충취츠측층치칙친칠침칭
카칸칼캐커컨컬컴컵컷케켓켜코콘콜쾌쿠퀴크큰클큼키킨킬킹타탁탄탈탐탑탓태택터턱털테텍텔템토톤톱통퇴투툴튀튜트특튼틀틈티틱팀팅파
판팔패팩팬퍼펀페펴편펼평폐포폭폰표푸푼풀품풍프플픔피픽핀필핏핑하학한할함합핫항해핵핸했행향허험헤혀현협형호혹혼홀홈화확환활황회
획횟횡효후훈훨휘휴흐흑흔흘흡흥흩희흰히힘
튕팁킵럿겼쿼헛틸뀔쏩쏜섯굽띄갇갓갯겁곁괄굶궤깃꿀꿨낚냥놔놨눠뉘댈댔돋됨둬뒀딸떡떴뚱맷멎몫묶뭘뭔믹볍볕봐봤뺀샀숲쉼쉴슈썼쐐엠엣옅왔욱윙
윤읍쟀젠줬쥐쨌찼챈첨촘췄칩캡켤켰콕퀵탔탱툭폈폴푹핌헐헷훑휩힌힐
"""


def is_syllable(c):
    return "가" <= c <= "힣"


def syllables():
    """The syllables to keep."""
    kept = set(filter(is_syllable, COMMON))
    for pattern in TEXTS:
        for path in glob.glob(os.path.join(ROOT, pattern)):
            with open(path, encoding="utf-8") as text:
                kept.update(filter(is_syllable, text.read()))
    return sorted(kept)


def rename(font, weight):
    """Gives the font a name of its own, as its licence asks of what is made from it,
    and keeps whose work it is."""
    for record in list(font["name"].names):
        if record.nameID not in (0, 7, 13, 14) or record.langID != 0x409:
            font["name"].removeNames(record.nameID, record.platformID, record.platEncID, record.langID)
    names = {1: FAMILY, 2: weight, 3: f"{FAMILY} {weight}", 4: f"{FAMILY} {weight}", 6: f"LabHangul-{weight}",
             10: "Korean syllables of Pretendard, scaled to stand next to Inter."}
    for name, text in names.items():
        font["name"].setName(text, name, 3, 1, 0x409)


def main(source, target, weight):
    font = TTFont(source)
    capitals = font["OS/2"].sCapHeight
    options = subset.Options(hinting=False, layout_features=[], name_IDs=["*"], notdef_outline=True)
    chosen = subset.Subsetter(options)
    kept = syllables()
    missing = [c for c in kept if ord(c) not in font.getBestCmap()]
    if missing:
        sys.exit(f"{source}: no glyph for {missing}")
    chosen.populate(unicodes=map(ord, kept))
    chosen.subset(font)
    scale_upem(font, round(font["head"].unitsPerEm * INTER_CAPITALS / capitals))
    font["head"].unitsPerEm = INTER_EM
    rename(font, weight)
    font["post"].formatType = 3.0
    for tag in ("GDEF", "GPOS", "GSUB", "DSIG"):
        if tag in font:
            del font[tag]
    # A fixed date makes the result the same whenever it is made.
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    font.save(target)
    print(f"{target}: {len(kept)} syllables, {os.path.getsize(target)} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:4])
