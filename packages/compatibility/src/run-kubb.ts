// Runs in kubb's output folder, with the path of the bundle: kubb has no command without a configuration file, and always
// writes into the working directory.
import { build } from "@kubb/core";
import { pluginOas } from "@kubb/plugin-oas";
import { pluginTs } from "@kubb/plugin-ts";
import { pluginZod } from "@kubb/plugin-zod";

const { error, failedPlugins } = await build({
  config: {
    root: process.cwd(),
    input: { path: process.argv[2] ?? "" },
    output: { path: "." },
    plugins: [
      pluginOas({ validate: true, generators: [] }),
      pluginTs({ output: { path: "types" } }),
      // Without `typed`, zod schemas that contain themselves have no type, and do not compile (TS7023).
      pluginZod({ output: { path: "zod" }, version: "4", typed: true }),
    ],
  },
});
const failed = error ?? [...failedPlugins][0]?.error;
if (failed !== undefined) throw failed;
