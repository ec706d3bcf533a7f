// `pnpm --filter @model-access/workspace check-bump`: fails where the contract changed more than its changesets say.
import { execFileSync } from "node:child_process";
import { contractVersion, isEnough, readSteps, root } from "./changesets.mjs";

const bump = execFileSync(process.execPath, ["scripts/diff.mjs", "--bump"], {
  cwd: `${root}spec`,
  encoding: "utf8",
}).trim();
const step = readSteps()["@model-access/contract"];
const version = contractVersion();

if (isEnough({ version, bump, step })) {
  console.log(`The contract's change is ${bump}, and its changesets ask for ${step ?? "none"}: enough for ${version}.`);
} else {
  console.error(
    `The contract's change is ${bump}, but its changesets ask for ${step ?? "none"}. Run \`pnpm --filter @model-access/workspace exec changeset\` and choose a bigger step for @model-access/contract.`,
  );
  process.exitCode = 1;
}
