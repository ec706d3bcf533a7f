// Puts Prism into dist/, so that who installs the mock gets none of the packages behind it: one of them sends telemetry from
// its install script, and Prism asks for a later Node than the mock. What the file is made of, and its licences, go beside it.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { manifestOf, writePackages } from "./bundled-packages.mjs";

const project = fileURLToPath(new URL("../", import.meta.url));
// They forward requests, read Postman collections and make the data that a schema asks of Faker by name; the mock asks for
// the examples of an OpenAPI document, and for data that json-schema-faker makes from schemas that name no maker.
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
    { name: "URLs as the standard has them", setup: replaceURLs },
    { name: "nothing but seeded chance", setup: seedChance },
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

/** Replaces `url.resolve`, of which Node warns, by the code that Node's documentation gives for it. The resolver of `$ref` calls it. */
function replaceURLs({ onResolve, onLoad }) {
  onResolve({ filter: /^url$/ }, ({ path, importer }) =>
    importer.includes("json-schema-ref-parser") ? { path, namespace: "standard URLs" } : undefined,
  );
  onLoad({ filter: /^url$/, namespace: "standard URLs" }, () => ({
    contents: `
      exports.parse = (text) => new URL(text);
      exports.format = String;
      exports.resolve = (from, to) => {
        const resolved = new URL(to, new URL(from, "resolve://"));
        if (resolved.protocol !== "resolve:") return resolved.href;
        return resolved.pathname + resolved.search + resolved.hash;
      };`,
  }));
}

/** json-schema-faker asks `Math.random` in three places in spite of its option `random`, and data would differ for a seed. */
function seedChance({ onLoad }) {
  onLoad({ filter: /json-schema-faker\/dist\/main\.cjs$/ }, ({ path }) => {
    const text = readFileSync(path, "utf8");
    if (!text.includes('option_default("random")()'))
      throw new Error(`${path} has its random numbers from elsewhere now.`);
    return { contents: text.replaceAll("Math.random()", 'option_default("random")()') };
  });
}
