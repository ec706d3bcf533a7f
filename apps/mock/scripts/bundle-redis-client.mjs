// Puts the Redis client into one file in dist/, because its 500 files take twice as long to load. What the file is made of,
// and its licences, go beside it.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { writePackages } from "./bundled-packages.mjs";

const project = fileURLToPath(new URL("../", import.meta.url));

const { metafile } = await build({
  absWorkingDir: project,
  entryPoints: ["src/redis/client.ts"],
  outfile: "dist/redis/client.js",
  bundle: true,
  minify: true,
  format: "esm",
  platform: "node",
  target: "node22",
  // The client is CommonJS, and requires what it needs of Node.
  banner: {
    js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
  },
  // It asks for OpenTelemetry where that is installed.
  external: ["@opentelemetry/api"],
  metafile: true,
});

writePackages(metafile, { project, beside: "dist/redis/client" });
