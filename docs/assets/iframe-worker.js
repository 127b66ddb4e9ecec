// Search runs in a worker, which pages that are opened from files may not have: a hidden frame is one there. Its scripts are
// files as everywhere, since the policy of the pages lets no text become one. The theme asks for it by this name.

window.IFrameWorker = class extends EventTarget {
  #frame = Object.assign(document.createElement("iframe"), {hidden: true});
  #loaded;

  constructor(address) {
    super();
    document.body.append(this.#frame);
    const {contentWindow: inside} = this.#frame;
    inside.postMessage = data => this.#hear(new MessageEvent("message", {data}));
    inside.importScripts = async (...addresses) => {
      for (const each of addresses) await this.#load(each);
    };
    this.#loaded = this.#load(address);
  }

  #load(src) {
    return new Promise((done, failed) => {
      const inside = this.#frame.contentDocument;
      inside.body.append(Object.assign(inside.createElement("script"), {src, onload: done, onerror: failed}));
    });
  }

  #hear(event) {
    this.dispatchEvent(event);
    this.onmessage?.(event);
  }

  async postMessage(message) {
    await this.#loaded;
    const {contentWindow: inside} = this.#frame;
    inside.dispatchEvent(new MessageEvent("message", {data: structuredClone(message)}));
  }

  terminate() {
    this.#frame.remove();
  }
};

if (location.protocol === "file:") window.Worker = window.IFrameWorker;
