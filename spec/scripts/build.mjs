// Bundles the contract into dist/: published documents, requirements and grammars.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { parse, stringify } from "yaml";
import { unknownErrors } from "./known-errors.mjs";
import { redocly } from "./redocly.mjs";
import { marksOf, readRequirements } from "./requirements.mjs";
import { withoutRecursion } from "./without-recursion.mjs";

const root = new URL("../", import.meta.url);

rmSync(new URL("dist", root), { recursive: true, force: true });
mkdirSync(new URL("dist", root), { recursive: true });

try {
  redocly(["bundle", "source"]);
  redocly(["bundle", "samples"]);
  const source = parse(readFileSync(new URL("dist/openapi.3.2.yaml", root), "utf8"));
  writeJson("dist/openapi.3.2.json", source);
  const unknown = unknownErrors(source);
  if (unknown.length > 0) throw new Error(unknown.join("\n"));
  redocly(["bundle", "public", "public-json", "mock"]);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

// Quoted, not in blocks: Prism's YAML reader drops the blank line that ends a transcript in a block.
const mock = JSON.parse(readFileSync(new URL("dist/openapi.mock.json", root), "utf8"));
const quoted = {
  defaultStringType: "QUOTE_DOUBLE",
  defaultKeyType: "PLAIN",
  doubleQuotedMinMultiLineLength: 1e9,
  lineWidth: 0,
  aliasDuplicateObjects: false,
};
writeFileSync(new URL("dist/openapi.mock.yaml", root), stringify(mock, quoted));

const published = JSON.parse(readFileSync(new URL("dist/openapi.json", root), "utf8"));
writeJson("dist/openapi.no-recursion.json", withoutRecursion(published));
const marks = marksOf(published);
const rows = readRequirements().map((row) => ({
  ...row,
  contract: marks.get(row.id) ?? [],
}));
writeJson("dist/requirements.json", rows);

const grammars = readdirSync(new URL("grammars", root)).map((file) =>
  parse(readFileSync(new URL(`grammars/${file}`, root), "utf8")),
);
writeJson("dist/grammars.json", Object.fromEntries(grammars.map((grammar) => [grammar.dialect, grammar])));

function writeJson(file, value) {
  writeFileSync(new URL(file, root), `${JSON.stringify(value, null, 2)}\n`);
}
