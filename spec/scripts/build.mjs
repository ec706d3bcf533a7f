// Bundles the contract into dist/: published documents, reference, requirements and grammars.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { parse, stringify } from "yaml";
import { unknownErrors } from "./known-errors.mjs";
import { redocly } from "./redocly.mjs";
import { marksOf, readRequirements } from "./requirements.mjs";
import { withoutRecursion } from "./without-recursion.mjs";

const root = new URL("../", import.meta.url);

rmSync(new URL("dist", root), { recursive: true, force: true });
mkdirSync(new URL("dist/docs", root), { recursive: true });

try {
  redocly(["bundle", "source"]);
  const source = parse(readFileSync(new URL("dist/openapi.3.2.yaml", root), "utf8"));
  writeJson("dist/openapi.3.2.json", source);
  const unknown = unknownErrors(source);
  if (unknown.length > 0) throw new Error(unknown.join("\n"));
  redocly(["bundle", "public", "public-json", "mock", "reference"]);
  redocly([
    "build-docs",
    "dist/docs/openapi.yaml",
    "--output=dist/docs/index.html",
    "--template=docs/template.hbs",
    "--inlineBundle",
  ]);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
rmSync(new URL("dist/docs/openapi.yaml", root));
finishReference(new URL("dist/docs/index.html", root));

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
  contract: (marks.get(row.id) ?? []).map((mark) => mark.pointer),
}));
writeJson("dist/requirements.json", rows);

const grammars = readdirSync(new URL("grammars", root)).map((file) =>
  parse(readFileSync(new URL(`grammars/${file}`, root), "utf8")),
);
writeJson("dist/grammars.json", Object.fromEntries(grammars.map((grammar) => [grammar.dialect, grammar])));

/**
 * The one thing that the inlined reference would still load is its maker's logo; their name stands in for it. A path in
 * a table stays in one piece where there is room; on a phone it may break, so that no column is out of sight.
 */
function finishReference(file) {
  const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="16"><text y="12" font-family="sans-serif" font-size="12" fill="gray">Redocly</text></svg>`;
  const style = `<style>
    .md-table-wrapper :is(td, th):not(:first-child) { min-width: 6em; overflow-wrap: anywhere; }
    @media (min-width: 600px) { .md-table-wrapper code { white-space: nowrap; } }
    @media (max-width: 599px) { .md-table-wrapper :is(td, th) { padding-inline: 6px !important; } }
  </style>`;
  const html = readFileSync(file, "utf8")
    .replaceAll(
      /https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g,
      `data:image/svg+xml,${encodeURIComponent(logo)}`,
    )
    .replace("</head>", `${style}</head>`);
  writeFileSync(file, html);
}

function writeJson(file, value) {
  writeFileSync(new URL(file, root), `${JSON.stringify(value, null, 2)}\n`);
}
