// `pnpm bench [section…]`: measures, prints, and writes each section's part of RESULTS.md.
import { parseArgs } from "node:util";
import { pathOf } from "./node-process.ts";
import { runSections } from "./run-sections.ts";
import { chooseSections, sections } from "./sections.ts";

const help = `Usage: pnpm bench [section…] [--quick]

Measures these sections, without a name all but pipeline: ${sections.map(({ name }) => name).join(", ")}.
Each writes its part of packages/bench/RESULTS.md as soon as it is done.

  --quick  with the smallest counts, to see that a section runs; writes no file
  --help   print this
`;

const options = { quick: { type: "boolean", default: false }, help: { type: "boolean", default: false } } as const;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    return { ...values, chosen: chooseSections(positionals) };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(2);
  }
}

const { quick: isQuick, help: isHelp, chosen } = readArguments();
if (isHelp) process.stdout.write(help);
else {
  const results = isQuick ? undefined : pathOf("../RESULTS.md", import.meta.url);
  const failed = await runSections(chosen, { isQuick, results });
  process.exitCode = failed.length > 0 ? 1 : 0;
}
