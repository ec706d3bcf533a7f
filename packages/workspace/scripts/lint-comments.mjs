// Lists doc comments that open with a question word; a verb or a noun phrase reads better.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const root = new URL("../../../", import.meta.url);
const patterns = ["*.ts", "*.tsx", "*.js", "*.mjs"];
const tracked = execFileSync("git", ["ls-files", ...patterns], { cwd: root, encoding: "utf8" })
  .trim()
  .split("\n");
for (const file of tracked.filter((path) => existsSync(new URL(path, root)))) {
  const text = readFileSync(new URL(file, root), "utf8");
  for (const { index, 1: word } of text.matchAll(/\/\*\*[\s*]*(What|How|Whether|Where|Why|When|Which)\b/g)) {
    console.error(`${file}:${text.slice(0, index).split("\n").length}: This doc comment opens with "${word}".`);
    process.exitCode = 1;
  }
}
