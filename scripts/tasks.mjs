// `pnpm build`, `pnpm lint`, `pnpm fix`, `pnpm typecheck`: installs everything and runs the task in every project.
import { install, turbo } from "./workspace.mjs";

await install();
process.exitCode = await turbo(process.argv.slice(2));
