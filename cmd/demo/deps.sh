# shellcheck shell=bash
# What run and test need from the system, and how it gets there. Sourced by both; runs nothing by itself.

# The window is drawn by Ebitengine, which on Linux is compiled against the headers of X11 and OpenGL.
window_packages=(gcc libc6-dev libx11-dev libxrandr-dev libxxf86vm-dev libxi-dev libxcursor-dev libxinerama-dev libgl-dev libgl1-mesa-dri)
window_packages_fedora="gcc libX11-devel libXrandr-devel libXxf86vm-devel libXi-devel libXcursor-devel libXinerama-devel mesa-libGL-devel mesa-dri-drivers"
window_packages_arch="gcc libx11 libxrandr libxxf86vm libxi libxcursor libxinerama mesa"

system=$(uname -s)
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# The binaries carry no revision: stamping one fails where git is missing or the checkout belongs to somebody else.
export GOFLAGS="${GOFLAGS:+$GOFLAGS }-buildvcs=false"

say() { printf '%s\n' "$*" >&2; }

need_go() {
  command -v go >/dev/null || PATH=$PATH:/usr/local/go/bin
  command -v go >/dev/null && return
  say "go is not installed, or not in PATH: get Go 1.24 or newer from https://go.dev/dl/"
  return 1
}

# has_window_headers tells whether a window can be compiled, by asking the compiler itself.
has_window_headers() {
  case $system in
    Darwin) xcode-select -p >/dev/null 2>&1 ;;
    Linux)
      local compiler
      read -ra compiler <<<"$(go env CC)"
      "${compiler[@]}" -x c -fsyntax-only - >/dev/null 2>&1 <<'C'
#include <stdlib.h>
#include <X11/Xlib.h>
#include <X11/Xcursor/Xcursor.h>
#include <X11/extensions/shape.h>
#include <X11/extensions/Xinerama.h>
#include <X11/extensions/XInput2.h>
#include <X11/extensions/Xrandr.h>
#include <X11/extensions/xf86vmode.h>
#include <GL/glx.h>
C
      ;;
  esac
}

need_window_headers() {
  has_window_headers && return
  install_packages "${window_packages[@]}" && has_window_headers && return
  say "The window needs a C compiler and the headers of X11 and OpenGL:"
  say "  Debian, Ubuntu  sudo apt-get install ${window_packages[*]}"
  say "  Fedora          sudo dnf install $window_packages_fedora"
  say "  Arch            sudo pacman -S $window_packages_arch"
  say "  macOS           xcode-select --install"
  return 1
}

# need_tool COMMAND WHAT DEBIAN FEDORA ARCH installs a command that the tests need, or says what needs it and the package that has it.
need_tool() {
  command -v "$1" >/dev/null && return
  install_packages "$3" && command -v "$1" >/dev/null && return
  say "$2 $1:"
  say "  Debian, Ubuntu  sudo apt-get install $3"
  say "  Fedora          sudo dnf install $4"
  say "  Arch            sudo pacman -S $5"
  return 1
}

need_xvfb() { need_tool Xvfb 'The test of the window needs' xvfb xorg-x11-server-Xvfb xorg-server-xvfb; }

need_giflib() { need_tool giftext 'The test of films reads them with' giflib-tools giflib-utils giflib; }

# need_brotli is for a smaller download; without it the page is packed by gzip alone.
need_brotli() {
  command -v brotli >/dev/null && return
  install_packages brotli && command -v brotli >/dev/null && return
  say "Without brotli the browser loads a third more; your system's package of that name has it."
}

# find_chromium prints the name of a browser that can be driven without a window, and fails if there is none.
find_chromium() {
  local name
  for name in "${DEMO_CHROMIUM:-}" chromium chromium-browser google-chrome; do
    [ -n "$name" ] && "$name" --version >/dev/null 2>&1 && printf '%s\n' "$name" && return
  done
  return 1
}

# need_node and need_chromium are for the tests of the browser's program, which are left out without them.
need_node() {
  command -v node >/dev/null && return
  install_packages nodejs && command -v node >/dev/null && return
  say "The browser's program is tested under Node, which is not here (Debian, Ubuntu, Fedora, Arch: nodejs; macOS: brew install node)."
  return 1
}

need_chromium() {
  find_chromium >/dev/null && return
  install_packages chromium && find_chromium >/dev/null && return
  say "The page is tested in Chromium or Chrome, which is not here (Debian, Fedora, Arch: chromium); DEMO_CHROMIUM=PATH names one elsewhere."
  return 1
}

# install_packages PACKAGE… installs Debian packages without a question; its output is shown only if it fails.
install_packages() {
  command -v apt-get >/dev/null || return 1
  local as_root=() log
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || { say "Neither root nor sudo: cannot install $*"; return 1; }
    as_root=(sudo)
    [ -t 0 ] || as_root=(sudo -n)
  fi
  say "Installing $*"
  log=$(mktemp)
  if ! {
    "${as_root[@]}" apt-get -qq update &&
      "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 install --yes --no-install-recommends "$@"
  } >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
}

# has_display tells whether a window could be seen. Ebitengine speaks X11 only; a Wayland desktop offers it by XWayland.
has_display() {
  [ "$system" = Linux ] || return 0
  local display=${DISPLAY:-} socket
  display=${display%.*} # the screen's number
  socket=/tmp/.X11-unix/X${display#:}
  case $display in
    '') return 1 ;;
    :*) [ -S "$socket" ] || grep -qs "@$socket\$" /proc/net/unix ;;
  esac
}

build_headless() { CGO_ENABLED=0 go -C "$root" build -tags headless -o "$root/bin/demo-headless" ./cmd/demo; }

# For the browser only what is reckoned in the innermost loops is built with inlining: a twentieth less to download.
web_inlined=(cmp encoding/binary internal/runtime/... math/... slices unicode/utf8 github.com/go-gl/mathgl/mgl32
  snaplab/game snaplab/game/measure snaplab/game/wire snaplab/interp snaplab/netsim snaplab/ui/raster)

# build_web makes the folder that any web server can hand out: the page, and the program plain and packed.
build_web() {
  local page=$root/cmd/demo/web/page out=$root/out/web inlining=(-gcflags=all=-l) package
  for package in "${web_inlined[@]}"; do inlining+=("-gcflags=$package="); done
  mkdir -p "$out"
  GOOS=js GOARCH=wasm GOWASM=satconv,signext go -C "$root" build -trimpath -ldflags '-s -w' "${inlining[@]}" -o "$out/demo.wasm.new" ./cmd/demo/web
  if cmp -s "$out/demo.wasm.new" "$out/demo.wasm"; then # packing takes a while
    rm "$out/demo.wasm.new"
  else
    rm -f "$out"/demo.wasm.??
    mv "$out/demo.wasm.new" "$out/demo.wasm"
  fi
  [ -f "$out/demo.wasm.gz" ] || say "Packing the browser's program, which takes half a minute"
  [ -f "$out/demo.wasm.gz" ] || gzip -9 -n -k "$out/demo.wasm"
  [ -f "$out/demo.wasm.br" ] || ! command -v brotli >/dev/null || brotli -q 11 "$out/demo.wasm" -o "$out/demo.wasm.br"
  sed "s/BYTES/$(wc -c <"$out/demo.wasm" | tr -d ' ')/" "$page/index.html" >"$out/index.html"
  cp "$page/lab.js" "$root"/assets/hangul/*.ttf "$root/assets/hangul/OFL.txt" "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$out"
}

build_web_server() { CGO_ENABLED=0 go -C "$root" build -o "$root/bin/web" ./cmd/demo/web; }
build_window() { go -C "$root" build -o "$root/bin/demo" ./cmd/demo; }
