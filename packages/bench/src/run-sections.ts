import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import type { Section } from "./section.ts";
import { sections } from "./sections.ts";

/** A section that could not be measured, and why. */
export interface Failure {
  name: string;
  message: string;
}

/**
 * Measures the sections one after another. Each is printed and, into `folder`, written as soon as it is done; one that
 * fails says why on stderr, keeps its old part, and the others go on.
 */
export async function runSections(
  chosen: readonly Section[],
  { isQuick, folder }: { isQuick: boolean; folder?: string | undefined },
): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const section of chosen) {
    const { name, title } = section;
    process.stderr.write(`Measuring ${name} …\n`);
    const loadBefore = loadavg()[0] ?? 0;
    try {
      const { markdown, figures } = await section.measure({ isQuick });
      const machine = readMachine(loadBefore);
      const part = `## ${title}\n\n${machineSentence(name, machine)}\n\n${markdown.trim()}\n`;
      process.stdout.write(`${part}\n`);
      if (folder !== undefined) write(folder, { name, title, part, figures: { machine, ...figures } });
    } catch (error) {
      const message = readMessage(error);
      failures.push({ name, message });
      process.stderr.write(`${name} could not be measured: ${message}\n`);
    }
  }
  return failures;
}

/** Returns the message of an error, with the reason that `fetch` keeps in its cause. */
function readMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${readMessage(error.cause)}`;
}

/** Puts a section's part in the place of the one before; parts stand in the order of the sections. */
export function replacePart(results: string, { title, part }: { title: string; part: string }): string {
  const parts = new Map<string, string>();
  for (const text of [...results.split(/^(?=## )/m).slice(1), part]) {
    const [, name = ""] = /^## (.*)/.exec(text) ?? [];
    if (name !== title || text === part) parts.set(name, text.trim());
  }
  const known = sections.flatMap((section) => parts.get(section.title) ?? []);
  return `${["# Results", "`pnpm bench` writes each part of this page.", ...known].join("\n\n")}\n`;
}

function write(
  folder: string,
  { name, title, part, figures }: { name: string; title: string; part: string; figures: object },
): void {
  const results = join(folder, "RESULTS.md");
  writeFileSync(results, replacePart(readFileSync(results, { encoding: "utf8", flag: "a+" }), { title, part }));
  mkdirSync(join(folder, "reports"), { recursive: true });
  writeFileSync(join(folder, "reports", `${name}.json`), `${JSON.stringify(figures, null, 2)}\n`);
}

function readMachine(loadBefore: number) {
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    cores: availableParallelism(),
    loadBefore,
    loadAfter: loadavg()[0] ?? 0,
  };
}

function machineSentence(name: string, machine: ReturnType<typeof readMachine>): string {
  const { date, node, platform, cores, loadBefore, loadAfter } = machine;
  return `Written by \`pnpm bench ${name}\` on ${date}: Node ${node}, ${platform}, ${cores} cores, load ${loadBefore.toFixed(1)} before and ${loadAfter.toFixed(1)} after.`;
}
