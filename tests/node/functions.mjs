// Prints the functions of the files given that have more lines than the first argument.
import { readFileSync } from "node:fs";
import ts from "typescript";

const [limit, ...files] = process.argv.slice(2);

function nameOf(node) {
  const named = node.name ?? node.parent?.name ?? node.parent?.left;
  return named?.getText() ?? "a function without a name";
}

function walk(node, source, found) {
  if (ts.isFunctionLike(node) && node.body) {
    const [first, last] = [node.getStart(source), node.getEnd()].map(
      (place) => source.getLineAndCharacterOfPosition(place).line,
    );
    if (last - first + 1 > Number(limit)) found.push(nameOf(node));
  }
  ts.forEachChild(node, (child) => walk(child, source, found));
}

for (const file of files) {
  const text = readFileSync(file, "utf-8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  walk(source, source, found);
  console.log(JSON.stringify([file, found]));
}
