// Bundles the contract into dist/: published documents, requirements and grammars.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Document, parse, visit } from "yaml";
import { downTo31 } from "./down-to-31.mjs";
import { unknownErrors } from "./known-errors.mjs";
import { collectMarks, readRequirements } from "./requirements.mjs";
import { bundleWorkingTree } from "./revisions.mjs";
import { withCodeSamples } from "./with-code-samples.mjs";
import { withTitles } from "./with-titles.mjs";

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
  const published = downTo31(contract);
  for (const [name, document] of Object.entries({ "openapi.3.2": contract, openapi: published })) {
    writeJson(`dist/${name}.json`, document);
    writeYaml(`dist/${name}.yaml`, document);
  }

  const marks = collectMarks(published);
  const rows = readRequirements().map((row) => ({ ...row, contract: marks.get(row.id) ?? [] }));
  writeJson("dist/requirements.json", rows);

  const grammars = readdirSync(new URL("grammars", root)).map((file) =>
    parse(readFileSync(new URL(`grammars/${file}`, root), "utf8")),
  );
  writeJson("dist/grammars.json", Object.fromEntries(grammars.map((grammar) => [grammar.dialect, grammar])));
}

function writeJson(file, value) {
  writeFileSync(new URL(file, root), `${JSON.stringify(value)}\n`);
}

/**
 * Writes YAML that YAML 1.1 parsers read the same way: quotes `n`, `16:9` and the like. A stream's transcript is quoted
 * instead of a block, because Prism's parser drops the blank line that ends a block.
 */
function writeYaml(file, value) {
  const document = new Document(value, { aliasDuplicateObjects: false, compat: "yaml-1.1" });
  visit(document, {
    Pair(_key, { key, value: scalar }) {
      if (key.value === "value" && /\n\n$/.test(scalar.value)) scalar.type = "QUOTE_DOUBLE";
    },
  });
  const text = document.toString({ lineWidth: 0, singleQuote: true, doubleQuotedMinMultiLineLength: 1e9 });
  writeFileSync(new URL(file, root), text);
}
