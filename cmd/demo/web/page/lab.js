// Loads the lab and starts it. The page's address says what it runs: ?loss=5%25&delay=200ms
// is --loss 5% --delay 200ms of the command line, and what follows a # is a run as a text.
"use strict";

const texts = {
  en: {
    title: "Snapshot Interpolation Lab",
    loading: "Loading…",
    keys: "Tab walks through the controls, arrows change them, Space pauses, question mark lists the keys.",
    unknown: (why) => `The address asks for something that there isn't: ${why}`,
    without: "Start without it",
    old: "This browser lacks what the lab is built for, WebAssembly. Any browser of the last years has it.",
    failed: (why) => `The lab could not be loaded: ${why}.`,
    ended: (status) => `The program has failed with status ${status}; the console says more.`,
    again: "Try again",
  },
  ko: {
    title: "스냅샷 보간 실험실",
    loading: "불러오는 중…",
    keys: "Tab으로 조작부를 옮겨 다니고, 화살표로 값을 바꾸고, Space로 멈추며, 물음표로 키 목록을 봅니다.",
    unknown: (why) => `주소가 없는 것을 가리킵니다: ${why}`,
    without: "기본값으로 시작",
    old: "이 브라우저에는 실험실에 필요한 WebAssembly가 없습니다. 최근 브라우저를 쓰십시오.",
    failed: (why) => `실험실을 불러오지 못했습니다: ${why}.`,
    ended: (status) => `프로그램이 상태 ${status}(으)로 실패했습니다. 자세한 내용은 콘솔에 있습니다.`,
    again: "다시 시도",
  },
};

const asked = new URLSearchParams(location.search);
const language = (asked.get("lang") || navigator.language).split("-")[0].toLowerCase() === "ko" ? "ko" : "en";
const text = texts[language];
const part = (id) => document.getElementById(id);

document.documentElement.lang = language;
document.documentElement.className = asked.get("theme") || "";
document.title = text.title;
part("title").textContent = text.title;
part("message").textContent = text.loading;
part("progress").setAttribute("aria-label", text.loading);
part("lab").setAttribute("aria-label", text.title);
part("keys").textContent = text.keys;

const context = part("lab").getContext("2d", { alpha: false });
let picture; // the ImageData of what was painted last, in the program's memory

// snaplab is what the page and the program have for each other. The program adds status and
// digest to it.
globalThis.snaplab = {
  memory: undefined, // of the program
  // paint shows the picture at a place of the program's memory. When that grows the page gets
  // another buffer, and the views of the one before are void.
  paint(at, width, height) {
    const bytes = picture?.data;
    if (bytes?.buffer !== snaplab.memory.buffer || bytes.byteOffset !== at || picture.width !== width || picture.height !== height) {
      picture = new ImageData(new Uint8ClampedArray(snaplab.memory.buffer, at, 4 * width * height), width, height);
    }
    context.putImageData(picture, 0, 0);
  },
  // say hands a text to readers of the screen.
  say(what) { part("spoken").textContent = what; },
  // refuse says why the program does not start.
  refuse(why) { stop(text.unknown(why), text.without, location.pathname); },
  // link returns the link that carries a run, and makes it the page's address.
  link(run) {
    const link = new URL(location.href);
    for (const name of [...link.searchParams.keys()]) {
      if (!["theme", "lang", "view"].includes(name)) link.searchParams.delete(name); // the run says it all
    }
    link.hash = run;
    history.replaceState(null, "", link);
    return link.href;
  },
};

// stop says why there is no lab, and where to go from there.
function stop(why, offer, address) {
  part("loading").hidden = false;
  part("lab").hidden = true;
  part("progress").hidden = true;
  part("message").textContent = why;
  if (!offer) return;
  const link = document.createElement("a");
  link.href = address;
  link.textContent = offer;
  link.addEventListener("click", () => { if (link.href === location.href) location.reload(); });
  part("message").append(" ", link);
}

// counted returns the body of a response that moves the progress bar, whose length is what
// the program is long when nothing packs it.
function counted(body) {
  const progress = part("progress");
  return body.pipeThrough(new TransformStream({
    transform(chunk, next) {
      progress.value += chunk.byteLength;
      next.enqueue(chunk);
    },
  }));
}

// get fetches a file, or says what the server says instead.
async function get(name, options) {
  const response = await fetch(name, options);
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return response;
}

// program returns the program as a response that can be compiled while it comes. A server that
// packs files on the way sends the plain one; of any other the page takes the packed one and
// unpacks it itself.
async function program() {
  const packs = (await get("demo.wasm", { method: "HEAD" })).headers.has("Content-Encoding");
  let body;
  if (packs || typeof DecompressionStream !== "function") {
    body = (await get("demo.wasm")).body;
  } else {
    body = (await get("demo.wasm.gz")).body.pipeThrough(new DecompressionStream("gzip"));
  }
  return new Response(counted(body), { headers: { "Content-Type": "application/wasm" } });
}

async function start() {
  if (typeof WebAssembly !== "object" || !WebAssembly.instantiateStreaming || typeof TransformStream !== "function") {
    stop(text.old);
    return;
  }
  const go = new Go();
  for (const [name, value] of asked) go.argv.push(`${name}=${value}`);
  if (location.hash.length > 1) go.argv.push(`run=${location.hash.slice(1)}`);
  let status = 0;
  go.exit = (code) => { status = code; };
  const { instance } = await WebAssembly.instantiateStreaming(program(), go.importObject);
  snaplab.memory = instance.exports.mem;
  part("loading").hidden = true;
  part("lab").hidden = false;
  await go.run(instance);
  if (status !== 0) stop(text.ended(status), text.again, location.href);
}

addEventListener("hashchange", () => location.reload()); // another run was put into the address
start().catch((error) => stop(text.failed(error.message), text.again, location.href));
