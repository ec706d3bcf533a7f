// Bundles the contract into dist/: published documents, requirements and grammars.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { parse, stringify } from "yaml";
import { downTo31 } from "./down-to-31.mjs";
import { unknownErrors } from "./known-errors.mjs";
import { marksOf, readRequirements } from "./requirements.mjs";
import { bundleWorkingTree } from "./revisions.mjs";
import { withCodeSamples } from "./with-code-samples.mjs";
import { withTitles } from "./with-titles.mjs";
import { withoutRecursion } from "./without-recursion.mjs";

const root = new URL("../", import.meta.url);

rmSync(new URL("dist", root), { recursive: true, force: true });
mkdirSync(new URL("dist", root), { recursive: true });

try {
  build();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function build() {
  const source = bundleWorkingTree();
  const unknown = unknownErrors(source);
  if (unknown.length > 0) throw new Error(unknown.join("\n"));

  const contract = withCodeSamples(withTitles(source));
  const published = downTo31(contract, { streams: "events" });
  const mock = downTo31(contract, { streams: "text" });
  for (const [name, document] of Object.entries({ "openapi.3.2": contract, openapi: published })) {
    writeJson(`dist/${name}.json`, document);
    writeYaml(`dist/${name}.yaml`, document);
  }
  writeJson("dist/openapi.mock.json", mock);
  // Quoted, not in blocks: Prism's YAML reader drops the blank line that ends a transcript in a block.
  writeYaml("dist/openapi.mock.yaml", mock, {
    defaultStringType: "QUOTE_DOUBLE",
    defaultKeyType: "PLAIN",
    doubleQuotedMinMultiLineLength: 1e9,
  });
  writeJson("dist/openapi.no-recursion.json", withoutRecursion(published));

  const marks = marksOf(published);
  const rows = readRequirements().map((row) => ({ ...row, contract: marks.get(row.id) ?? [] }));
  writeJson("dist/requirements.json", rows);

  const grammars = readdirSync(new URL("grammars", root)).map((file) =>
    parse(readFileSync(new URL(`grammars/${file}`, root), "utf8")),
  );
  writeJson("dist/grammars.json", Object.fromEntries(grammars.map((grammar) => [grammar.dialect, grammar])));
}

function writeJson(file, value) {
  writeFileSync(new URL(file, root), `${JSON.stringify(value, null, 2)}\n`);
}

/** Quotes what YAML 1.1 takes for a boolean or a number, too: `n`, `16:9`. */
function writeYaml(file, value, options = { singleQuote: true }) {
  const text = stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, compat: "yaml-1.1", ...options });
  writeFileSync(new URL(file, root), text);
}
