#!/bin/bash
# Makes the faces of this folder anew, with the syllables that the Korean texts have now:
# bash assets/hangul/make.sh. It needs npm to fetch the typeface and python3-fonttools
# (apt-get install python3-fonttools).
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent pretendard@1.3.9 >/dev/null && tar xzf pretendard-1.3.9.tgz)
faces=$work/package/dist/public/static/alternative
/usr/bin/python3 subset.py "$faces/Pretendard-Regular.ttf" Hangul-Regular.ttf Regular
/usr/bin/python3 subset.py "$faces/Pretendard-SemiBold.ttf" Hangul-SemiBold.ttf SemiBold
