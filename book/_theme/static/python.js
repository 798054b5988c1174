// Python for a page: fetched in two parts, unpacked here, and run in a worker.
//
// The worker asks the network for nothing and knows nothing of the page. Stopping it is
// ending it; its compiled module is kept, so that another is soon there.

function untar(library) {
  const bytes = new Uint8Array(library);
  const files = new Map();
  const text = (from, length) =>
    new TextDecoder().decode(bytes.subarray(from, from + length)).replace(/\0.*$/s, "");
  for (let at = 0; at < bytes.length && bytes[at]; ) {
    const size = parseInt(text(at + 124, 12), 8);
    files.set(text(at, 100), bytes.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

// The text of this function is the worker's, behind Pyodide's own loader.
function inWorker(untar) {
  let answer;
  const lock = {
    info: {
      arch: "wasm32",
      platform: "emscripten_3_1_58",
      version: "0.27.7",
      python: "3.12.7",
    },
    packages: {},
  };
  const shut = [
    "XMLHttpRequest",
    "WebSocket",
    "EventSource",
    "importScripts",
    "caches",
  ];
  const close = () => {
    self.fetch = () =>
      Promise.reject(new TypeError("a page asks the network for nothing"));
    for (const name of [...shut, "indexedDB", "BroadcastChannel", "Worker"])
      Object.defineProperty(self, name, { value: undefined });
  };
  const serve = (files, module) => {
    self.fetch = async (address) => {
      const name = String(address.url ?? address)
        .split("/")
        .pop();
      if (name === "pyodide-lock.json") return Response.json(lock);
      return new Response(files.get(name) ?? "", {
        status: files.has(name) ? 200 : 404,
      });
    };
    WebAssembly.instantiateStreaming = async (response, imports) => ({
      module,
      instance: await WebAssembly.instantiate(module, imports),
    });
  };
  const start = async ({ module, library }) => {
    const files = untar(library);
    serve(files, module);
    const python = await loadPyodide({ indexURL: "https://page.invalid/" });
    for (const [name, bytes] of files) {
      if (!name.startsWith("lib/")) continue;
      python.FS.mkdirTree(`/${name}`.slice(0, name.lastIndexOf("/") + 1));
      python.FS.writeFile(`/${name}`, bytes);
    }
    close();
    const begin = "import sys; sys.path.insert(0, '/lib'); import json, mended, reader";
    python.runPython(`${begin}; mended.mend(); reader.start()`);
    const names = { reader: python.pyimport("reader"), json: python.pyimport("json") };
    names.say = (above) => postMessage({ above });
    const globals = python.toPy(names);
    const code = "lambda ask: json.dumps(reader.answer(*json.loads(ask), say))";
    answer = python.runPython(code, { globals });
    return {};
  };
  self.onmessage = async ({ data: { id, parts, ask } }) => {
    try {
      const found = parts ? await start(parts) : JSON.parse(answer(ask));
      postMessage({ id, found });
    } catch (error) {
      postMessage({ id, failed: String(error?.message ?? error) });
    }
  };
}

window.bookPython = (table, home, megabytes) => {
  const waiting = new Map();
  let parts = null;
  let worker = null;
  let ready = null;
  let count = 0;
  let tell = () => {};

  // A page that is a file may fetch nothing; a script it may load.
  const fromScript = (name) =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = new URL(`${name}.js`, home);
      script.onerror = () => reject(new Error(`${name}.js is not there`));
      script.onload = () => {
        const text = window.bookParts[name];
        delete window.bookParts[name];
        script.remove();
        resolve(
          new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]).stream(),
        );
      };
      document.head.append(script);
    });

  const fetchPart = async (name, onBytes) => {
    if (location.protocol === "file:") return fromScript(name);
    const response = await fetch(
      new URL(`${name}.bin?v=${table.parts[name][1]}`, home),
    );
    if (!response.ok) throw new Error(`${name}.bin is not there`);
    const counted = new TransformStream({
      transform(chunk, out) {
        onBytes(chunk.length);
        out.enqueue(chunk);
      },
    });
    return response.body.pipeThrough(counted);
  };

  const fetchParts = async () => {
    let got = 0;
    const onBytes = (bytes) => {
      got += bytes;
      tell({ fetched: megabytes(got) });
    };
    const plain = async (name) =>
      (await fetchPart(name, onBytes)).pipeThrough(new DecompressionStream("gzip"));
    const headers = { "Content-Type": "application/wasm" };
    tell({ fetched: megabytes(0) });
    const [module, library] = await Promise.all([
      plain("python").then((s) =>
        WebAssembly.compileStreaming(new Response(s, { headers })),
      ),
      plain("library").then((s) => new Response(s).arrayBuffer()),
    ]);
    return { module, library };
  };

  const send = (message) =>
    new Promise((resolve, reject) => {
      count += 1;
      waiting.set(count, { resolve, reject });
      worker.postMessage({ id: count, ...message });
    });

  const stop = (reason = "stopped") => {
    worker?.terminate();
    worker = null;
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  };

  const listen = ({ data }) => {
    if ("above" in data) {
      python.running = true;
      tell({ above: data.above });
      return;
    }
    const { resolve, reject } = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.failed) reject(new Error(data.failed.trim().split("\n").at(-1)));
    else resolve(data.found);
  };

  const begin = async () => {
    parts ??= fetchParts();
    let got;
    try {
      got = await parts;
    } catch {
      parts = null;
      throw new Error(table.words?.[NOT_THERE] ?? NOT_THERE);
    }
    if (worker) return ready;
    tell({ starting: true });
    const files = untar(got.library);
    const loaders = ["pyodide.asm.js", "pyodide.js"].flatMap((name) => [
      files.get(name),
      "\n",
    ]);
    const text = [...loaders, `(${inWorker})(${untar})`];
    worker = new Worker(
      URL.createObjectURL(new Blob(text, { type: "text/javascript" })),
    );
    worker.onmessage = listen;
    worker.onerror = () => stop(ENDED);
    ready = send({ parts: got });
    return ready;
  };

  const python = {
    running: false,
    stop,
    async run(sources, place, onStep) {
      tell = onStep;
      python.running = false;
      try {
        await begin();
        return await send({ ask: JSON.stringify([sources, place]) });
      } catch (error) {
        if (error.message === "stopped" || !worker) throw error;
        // What Python itself could not catch: it is of no use any more.
        stop();
        throw new Error(`${table.words?.[ENDED] ?? ENDED} (${error.message})`);
      } finally {
        python.running = false;
        tell = () => {};
      }
    },
  };
  return python;
};

const NOT_THERE = "Python cannot be fetched: is there a connection?";
const ENDED = "Python itself has ended, and starts again at the next run.";
