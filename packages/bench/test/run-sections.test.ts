import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { replacePart, runSections } from "../src/run-sections.ts";
import { sections } from "../src/sections.ts";

beforeEach(() => {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});

const [mock, streams, sdk] = sections.map(({ title }) => title);
const createPart = (title = "", text: string) => ({ title, part: `## ${title}\n\n${text}\n` });

test("replaces one part, and keeps the others", () => {
  const before = [createPart(sdk, "### Import\n\nold"), createPart(mock, "mock")].reduce(replacePart, "");

  const after = replacePart(before, createPart(sdk, "### Import\n\nnew"));

  expect(before.indexOf(`## ${mock}`)).toBeLessThan(before.indexOf(`## ${sdk}`));
  expect(after).toBe(before.replace("old", "new"));
  expect(replacePart(after, createPart(sdk, "### Import\n\nnew"))).toBe(after);
});

test("keeps the old part of a failed section, with its reason, and writes the others", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bench-sections-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const section = (title = "", measure: () => string) => ({
    name: title,
    title,
    measure: async () => measure(),
  });
  const results = join(folder, "RESULTS.md");
  await runSections([section(mock, () => "first")], { isQuick: true, results });

  const failed = await runSections(
    [
      section(mock, () => {
        throw new Error("No server.");
      }),
      section(streams, () => "second"),
    ],
    { isQuick: true, results },
  );

  expect(failed).toEqual([mock]);
  expect(process.stderr.write).toHaveBeenCalledWith(`${mock} could not be measured: No server.\n`);
  expect(readFileSync(results, "utf8")).toMatch(
    /## The mock\n\nWritten by .* cores, load .* after\.\n\nfirst\n\n## Streams.*\n\n.*\n\nsecond\n$/,
  );
});
