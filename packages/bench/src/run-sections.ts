import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { readMessage } from "./measure-in-turn.ts";
import { sections } from "./sections.ts";

/** One part of the bench, run by its name, with its own heading in RESULTS.md. */
export interface Section {
  name: string;
  title: string;
  /**
   * Measures it; resolves to Markdown with headings of the third level. `isQuick` does the same with the smallest counts, to
   * test that it runs; its figures mean nothing.
   */
  measure(isQuick: boolean): Promise<string>;
}

/**
 * Measures the sections one after another. Each is printed, and written to the file `results`, as soon as it is done. A
 * failure is printed to stderr; its old part stays, and the others continue. Resolves to the names of the failed sections.
 */
export async function runSections(
  chosen: readonly Section[],
  { isQuick, results }: { isQuick: boolean; results?: string | undefined },
): Promise<string[]> {
  const failed: string[] = [];
  for (const section of chosen) {
    const { name, title } = section;
    process.stderr.write(`Measuring ${name} …\n`);
    const loadBefore = loadavg();
    try {
      const markdown = await section.measure(isQuick);
      const part = `## ${title}\n\n${machineSentence(name, loadBefore)}\n\n${markdown.trim()}\n`;
      process.stdout.write(`${part}\n`);
      if (results !== undefined)
        writeFileSync(results, replacePart(readFileSync(results, { encoding: "utf8", flag: "a+" }), { title, part }));
    } catch (error) {
      failed.push(name);
      process.stderr.write(`${name} could not be measured: ${readMessage(error)}\n`);
    }
  }
  return failed;
}

/** Replaces a section's part; parts are in the order of the sections. */
export function replacePart(results: string, { title, part }: { title: string; part: string }): string {
  const parts = new Map<string, string>();
  for (const text of [...results.split(/^(?=## )/m).slice(1), part]) {
    const [, name = ""] = /^## (.*)/.exec(text) ?? [];
    if (name !== title || text === part) parts.set(name, text.trim());
  }
  const known = sections.flatMap((section) => parts.get(section.title) ?? []);
  return `${["# Results", "`pnpm bench` writes each part of this page.", ...known].join("\n\n")}\n`;
}

function machineSentence(name: string, [loadBefore = 0]: readonly number[]): string {
  const date = new Date().toISOString().slice(0, 10);
  const { version, platform, arch } = process;
  const [loadAfter = 0] = loadavg();
  return `Written by \`pnpm bench ${name}\` on ${date}: Node ${version.slice(1)}, ${platform} ${arch}, ${availableParallelism()} cores, load ${loadBefore.toFixed(1)} before and ${loadAfter.toFixed(1)} after.`;
}
