// Puts Prism into dist/, so that who installs the mock gets none of the packages behind it: one of them sends telemetry from
// its install script, and Prism asks for a later Node than the mock. What the file is made of, and its licences, go beside it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const project = fileURLToPath(new URL("../", import.meta.url));
// They make data up, forward requests and read Postman collections; the mock asks for the examples of an OpenAPI document.
const unused = /^(@faker-js\/faker|https-proxy-agent|node-fetch|postman-collection)$/;

const { metafile } = await build({
  absWorkingDir: project,
  entryPoints: ["src/examples/prism.ts"],
  outfile: "dist/examples/prism.js",
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node22",
  plugins: [
    { name: "leave out", setup: leaveOut },
    { name: "jsonc-parser as ESM", setup: takeESM },
  ],
  external: Object.keys(manifestOf(project).dependencies),
  // Prism is CommonJS, and requires what it needs of Node.
  banner: {
    js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
  },
  metafile: true,
});

const folderPattern = /^.*\/node_modules\/(@[^/]+\/)?[^/]+\//;
const folders = new Set(Object.keys(metafile.inputs).flatMap((file) => folderPattern.exec(file)?.[0] ?? []));
const bundled = [...folders]
  .map((folder) => ({ ...manifestOf(`${project}${folder}`), terms: termsIn(`${project}${folder}`) }))
  .sort((one, other) => (one.name < other.name ? -1 : 1));

// Package URLs, as the bill of materials has them.
const urls = bundled.map(({ name, version }) => `pkg:npm/${name.replace("@", "%40")}@${version}`);
writeFileSync(`${project}dist/examples/prism.packages.json`, `${JSON.stringify(urls, null, 2)}\n`);
const notices = bundled.map(
  ({ name, version, license, licenses, terms }) => `${name} ${version}: ${license ?? licenses?.[0].type}\n${terms}`,
);
writeFileSync(`${project}dist/examples/prism.licenses.txt`, notices.join(`\n${"-".repeat(80)}\n`));

function leaveOut({ onResolve, onLoad }) {
  onResolve({ filter: unused }, ({ path }) => ({ path, namespace: "left out" }));
  onLoad({ filter: unused, namespace: "left out" }, () => ({ contents: "module.exports = {};" }));
}

/** Its other build requires its parts by a name that esbuild does not follow. */
function takeESM({ onResolve, resolve }) {
  onResolve({ filter: /^jsonc-parser$/ }, ({ path, kind, resolveDir }) =>
    resolve(`${path}/lib/esm/main.js`, { kind, resolveDir }),
  );
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(`${folder}package.json`, "utf8"));
}

function termsIn(folder) {
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
  return files.map((file) => `\n${readFileSync(`${folder}${file}`, "utf8").trim()}\n`).join("");
}
