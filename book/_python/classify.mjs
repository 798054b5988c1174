// node classify.mjs MODULES PARTS SCRIPT JOB: run a script in the very Python of the pages.
//
// Its global `job` is the text of the file JOB; each line that it hands to `tell` is
// printed at once, so that nothing is lost if Python itself stops.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [modules, parts, script, job] = process.argv.slice(2).map((p) => path.resolve(p));
const part = (name) => gunzipSync(readFileSync(path.join(parts, `${name}.bin`)));

function* files(archive) {
  const text = (from, length) =>
    archive.toString("utf8", from, from + length).replace(/\0.*$/s, "");
  for (let at = 0; at < archive.length && archive[at]; ) {
    const size = parseInt(text(at + 124, 12), 8);
    yield [text(at, 100), archive.subarray(at + 512, at + 512 + size)];
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

async function start(folder) {
  const library = [...files(part("library"))];
  const put = (name, data) => writeFileSync(path.join(folder, name), data);
  for (const [name, bytes] of library) if (!name.startsWith("lib/")) put(name, bytes);
  put("pyodide.asm.wasm", part("python"));
  const info = { arch: "wasm32", platform: "emscripten_3_1_58" };
  const versions = { version: "0.27.7", python: "3.12.7" };
  const lock = { info: { ...info, ...versions }, packages: {} };
  put("pyodide-lock.json", JSON.stringify(lock));
  const { loadPyodide } = await import(
    pathToFileURL(path.join(modules, "pyodide/pyodide.mjs"))
  );
  const python = await loadPyodide({ indexURL: `${folder}${path.sep}` });
  for (const [name, bytes] of library) {
    if (!name.startsWith("lib/")) continue;
    python.FS.mkdirTree(path.posix.dirname(`/${name}`));
    python.FS.writeFile(`/${name}`, bytes);
  }
  python.runPython(
    "import sys; sys.path.insert(0, '/lib'); import mended; mended.mend()",
  );
  return python;
}

const folder = mkdtempSync(path.join(tmpdir(), "book-python-"));
try {
  const python = await start(folder);
  python.globals.set("job", readFileSync(job, "utf8"));
  python.globals.set("tell", (line) => console.log(line));
  python.runPython(readFileSync(script, "utf8"));
} finally {
  rmSync(folder, { recursive: true });
}
