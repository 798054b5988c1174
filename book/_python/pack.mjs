// node pack.mjs MODULES OWN.json OUT: what a page fetches when it first runs Python.
//
// OUT/python.bin is Pyodide's WebAssembly, OUT/library.bin a tar of its loader, the part
// of Python's library that the chapters reach, NumPy, and the files of OWN.json. Both are
// gzipped here, since a plain web server sends files of such names as they are. A page
// that is a file may fetch nothing but scripts: for it each part is a script, too.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [modules, own, out] = process.argv.slice(2).map((part) => path.resolve(part));
const pyodide = path.join(modules, "pyodide");
const numpy = path.join(modules, "@emscripten-forge/numpy/pkg");

// NumPy asks for `backtrace` at the first sum with a large temporary array. Pyodide has
// none and would stop for good; with one that finds nothing, NumPy makes a new array.
function mendedLoader() {
  const start = "var wasmImports={";
  const text = readFileSync(path.join(pyodide, "pyodide.asm.js"), "utf8");
  if (text.split(start).length !== 2)
    throw new Error("pyodide.asm.js is not the one that pack.mjs knows.");
  return text.replace(start, `${start}backtrace:()=>0,`);
}

async function pack() {
  const { loadPyodide } = await import(
    pathToFileURL(path.join(pyodide, "pyodide.mjs"))
  );
  const python = await loadPyodide({ indexURL: `${pyodide}${path.sep}` });
  const give = (name, data) => python.FS.writeFile(`/pack/${name}`, data);
  const archive = readdirSync(numpy).find((name) => name.endsWith(".tar.gz"));
  python.FS.mkdir("/pack");
  for (const name of ["python_stdlib.zip", "pyodide.js"])
    give(name, readFileSync(path.join(pyodide, name)));
  give("pyodide.asm.js", mendedLoader());
  give("numpy.tar.gz", readFileSync(path.join(numpy, archive)));
  give("own.json", readFileSync(own));
  python.runPython(readFileSync(new URL("pack.py", import.meta.url), "utf8"));
  return python;
}

const python = await pack();
const made = (name) => Buffer.from(python.FS.readFile(`/pack/${name}`));
const sizes = {};
function put(name, data) {
  const packed = gzipSync(data, { level: 9 });
  const hash = createHash("sha256").update(packed).digest("hex").slice(0, 8);
  const text = JSON.stringify(packed.toString("base64"));
  const script = `(window.bookParts ??= {})["${name}"] = ${text};\n`;
  writeFileSync(path.join(out, `${name}.bin`), packed);
  writeFileSync(path.join(out, `${name}.js`), script);
  sizes[name] = [packed.length, hash];
}
mkdirSync(out, { recursive: true });
put("python", readFileSync(path.join(pyodide, "pyodide.asm.wasm")));
put("library", made("library.tar"));
writeFileSync(path.join(out, "numpy.txt"), made("numpy.txt"));
writeFileSync(path.join(out, "parts.json"), JSON.stringify(sizes));
