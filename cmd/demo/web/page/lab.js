// Loads the lab and starts it. The page's address says what it runs: ?loss=5%25&delay=200ms
// is --loss 5% --delay 200ms of the command line.
"use strict";

// snaplab is what the page and the program have for each other. The program adds status and
// digest to it.
globalThis.snaplab = {
  memory: undefined, // of the program
  say(text) { document.getElementById("spoken").textContent = text; },
  refuse(why) { stop(`The address asks for something that there isn't: ${why}.`, "Start without it", location.pathname); },
};

const message = document.getElementById("message");
const progress = document.getElementById("progress");

// stop says why there is no lab, and where to go from there.
function stop(text, offer, address) {
  document.getElementById("loading").hidden = false;
  document.getElementById("lab").hidden = true;
  progress.hidden = true;
  message.textContent = text;
  if (offer) {
    const link = document.createElement("a");
    link.href = address;
    link.textContent = offer;
    message.append(" ", link);
  }
}

// counted returns the body of a response that moves the progress bar, whose length is what
// the program is long when nothing packs it.
function counted(body) {
  return body.pipeThrough(new TransformStream({
    transform(chunk, next) {
      progress.value = (progress.value || 0) + chunk.byteLength;
      next.enqueue(chunk);
    },
  }));
}

// get fetches a file, or says what the server says instead.
async function get(name, options) {
  const response = await fetch(name, options);
  if (!response.ok) throw new Error(`${name}: the server says ${response.status} ${response.statusText}`);
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
  if (typeof WebAssembly !== "object" || !WebAssembly.instantiateStreaming) {
    stop("This browser has no WebAssembly, which the lab is built for. Any browser of the last years has it.");
    return;
  }
  const go = new Go();
  for (const [name, value] of new URLSearchParams(location.search)) go.argv.push(`${name}=${value}`);
  let status = 0;
  go.exit = (code) => { status = code; };
  const { instance } = await WebAssembly.instantiateStreaming(program(), go.importObject);
  snaplab.memory = instance.exports.mem;
  document.getElementById("loading").hidden = true;
  await go.run(instance);
  if (status !== 0) stop(`The program has failed with status ${status}; the console says more.`, "Start it again", location.href);
}

start().catch((error) => stop(`The lab could not be loaded: ${error.message}.`, "Try again", location.href));
