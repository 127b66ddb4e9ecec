// Python in a worker: loaded when it is first asked, from files beside this script, and from nowhere else.

const FOLDER = document.currentScript?.src.replace(/[^/]*$/, "") ?? "";
/** The names of the files, by pack. @type {{[name: string]: string} | string} */
const PACKS = "{{ packs }}";

/** What the worker runs: it is given packs and messages, and answers each. It sees nothing from outside of itself. */
function work() {
  // Pyodide takes a worker in which scripts can be imported for an old one, and where pages are files, others are none.
  self.importScripts = () => { throw new TypeError("scripts are given, not imported"); };
  const files = new Map();
  /** After how many milliseconds Python is kept, when the first game has begun. */
  const QUIET = 2000;
  let python = null, hear = null;

  async function unpacked(bytes) {
    const whole = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const text = new Uint8Array(await new Response(whole).arrayBuffer()), end = text.indexOf(10);
    const {info, files: lengths} = JSON.parse(new TextDecoder().decode(text.subarray(0, end)));
    let start = end + 1;
    for (const [name, length] of Object.entries(lengths)) {
      files.set(name, text.subarray(start, start + length));
      start += length;
    }
    return info;
  }

  const module = name => import(URL.createObjectURL(new Blob([files.get(name)], {type: "text/javascript"})));
  const type = name => name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  // What Pyodide fetches is answered from the pack; nothing else is fetched.
  self.fetch = async address => {
    const name = `${address instanceof Request ? address.url : address}`.split("/").pop(), file = files.get(name);
    return file ? new Response(file, {headers: {"Content-Type": type(name)}}) : new Response(null, {status: 404});
  };

  // Starting Python takes longer than all else. The memory of one that has started is therefore kept for the next visit, if
  // the browser keeps anything for this page.
  const address = name => `${self.origin}/${name}.memory`;
  async function kept(name) {
    try {
      return await (await caches.match(address(name)))?.arrayBuffer();
    } catch {
      return null;
    }
  }

  async function keep(name, memory) {
    const all = await caches.open("trickkit");
    await Promise.all((await all.keys()).map(former => all.delete(former)));
    await all.put(address(name), new Response(memory));
  }

  async function started(info, memory) {
    const [{loadPyodide}, {default: createPyodideModule}] = await Promise.all([module("pyodide.mjs"), module("pyodide.asm.mjs")]);
    const made = await loadPyodide({
      createPyodideModule, indexURL: "http://pack/", stdLibURL: "http://pack/stdlib.zip", packageBaseUrl: "http://pack/",
      lockFileContents: {info, packages: {}}, ...(memory ? {_loadSnapshot: memory} : {_makeSnapshot: true}),
    });
    made.FS.writeFile("/lib/packages.zip", files.get("packages.zip"));
    return made;
  }

  async function begin({bytes, name, runs}) {
    const [info, memory] = await Promise.all([unpacked(bytes), kept(name)]);
    // What was kept may be broken; then all is as at the first visit.
    python = memory && await started(info, memory).catch(() => null);
    if (!python) {
      python = await started(info);
      python.runPython('import sys; sys.path.append("/lib/packages.zip")\nfrom trickkit.playground.session import Session');
      const made = python.makeMemorySnapshot();
      setTimeout(() => keep(name, made).catch(() => {}), QUIET);
    }
    // Chance begins anew, whatever was kept.
    hear = python.runPython(`import random\nrandom.seed()\nSession(${runs ? "" : "blocks=None"}).hear`);
    files.clear();
  }

  async function answer(message) {
    if (message.pack === "python") return begin(message);
    if (!message.pack) return hear(message.text);
    await unpacked(message.bytes);
    for (const file of files.values()) python.unpackArchive(file, "wheel");
    // The laws lie beside the library, which is in an archive.
    python.runPython('import os, trickkit\ntrickkit.__path__.append(os.getcwd() + "/trickkit")');
    return files.clear();
  }

  self.onmessage = async ({data}) => {
    try {
      postMessage({number: data.number, text: await answer(data)});
    } catch (error) {
      postMessage({number: data.number, error: `${error}`});
    }
  };
}

/** The bytes of a pack; `told` is called with the share that has come. Pages that are files may load scripts only. */
async function bytesOf(pack, told) {
  if (location.protocol === "file:") {
    const text = await new Promise((done, failed) => {
      globalThis.trickkitPacks = {...globalThis.trickkitPacks, [pack]: done};
      const script = Object.assign(document.createElement("script"), {src: `${FOLDER}${PACKS[pack]}.js`, onerror: failed});
      document.head.append(script);
    });
    told(1);
    return (await fetch(`data:application/octet-stream;base64,${text}`)).arrayBuffer();
  }
  const answer = await fetch(`${FOLDER}${PACKS[pack]}.bin`);
  if (!answer.ok || !answer.body) throw new Error(`${PACKS[pack]}.bin: ${answer.status}`);
  const whole = Number(answer.headers.get("Content-Length")) || 7_500_000, parts = [];
  let come = 0;
  for (const reader = answer.body.getReader(); ;) {
    const {done, value} = await reader.read();
    if (done) break;
    parts.push(value);
    told(Math.min(1, (come += value.length) / whole));
  }
  return new Blob(parts).arrayBuffer();
}

/** Python in a worker, started by the first question. */
export class Python {
  /** @type {Worker | null} */
  #worker = null;
  #waiting = new Map();
  #packs = new Map();
  #asked = 0;

  /**
   * @param {(share: number) => void} told how much of Python has come, from 0 to 1
   * @param {{runs?: boolean}} may whether it runs code that it is given: never where a link may say what is done
   */
  constructor(told = () => {}, {runs = false} = {}) {
    this.told = told;
    this.runs = runs;
  }

  /** Make sure that a pack is loaded. @param {"python" | "laws"} pack @returns {Promise<void>} */
  load(pack) {
    if (!this.#packs.has(pack)) {
      const loaded = this.#loaded(pack);
      this.#packs.set(pack, loaded);
      // What could not be loaded is tried again when it is asked for again.
      loaded.catch(() => this.#packs.delete(pack));
    }
    return this.#packs.get(pack);
  }

  async #loaded(pack) {
    if (pack !== "python") await this.load("python");
    this.#worker ??= this.#made();
    const bytes = await bytesOf(pack, this.told);
    await this.#post({pack, name: PACKS[pack], bytes, runs: this.runs}, [bytes]);
  }

  #made() {
    const worker = new Worker(URL.createObjectURL(new Blob([`(${work})()`], {type: "text/javascript"})));
    worker.onmessage = ({data: {number, text, error}}) => {
      const [done, failed] = this.#waiting.get(number);
      this.#waiting.delete(number);
      if (error) failed(new Error(error));
      else done(text);
    };
    return worker;
  }

  /** Things that are given away are not copied. */
  #post(message, given = []) {
    const number = this.#asked++;
    return new Promise((done, failed) => {
      this.#waiting.set(number, [done, failed]);
      this.#worker?.postMessage({number, ...message}, given);
    });
  }

  /**
   * Ask for something, as `trickkit.playground.session` answers it.
   * @param {string} deed what to do, which only a page says
   * @param {object} given what that takes, in which nothing can say otherwise
   */
  async ask(deed, given = {}) {
    await this.load("python");
    return JSON.parse(await this.#post({text: JSON.stringify({...given, do: deed})}));
  }
}
