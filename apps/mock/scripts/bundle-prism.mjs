// Puts Prism into dist/, so that who installs the mock gets none of the packages behind it: one of them sends telemetry from
// its install script, and Prism asks for a later Node than the mock. What the file is made of, and its licences, go beside it.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { manifestOf, writePackages } from "./bundled-packages.mjs";

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

writePackages(metafile, { project, beside: "dist/examples/prism" });

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
