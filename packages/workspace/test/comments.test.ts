import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../scripts/changesets.mjs";

test("a doc comment that opens with a question word is named with its line", () => {
  const folder = mkdtempSync(join(tmpdir(), "comments-"));
  const file = [
    "/** Returns the price. */",
    "export const price = 1;",
    "export type Reply = {",
    `  /** ${"Whether"} it ended. */`,
    "  ended: boolean;",
    "};",
    "/**",
    " * How long it took, in milliseconds.",
    " */",
    "export const durationMs = 1;",
  ];
  writeFileSync(join(folder, "reply.ts"), file.join("\n"));

  const { status, stderr } = spawnSync(process.execPath, ["packages/workspace/scripts/lint-comments.mjs", folder], {
    cwd: root,
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true });

  expect(status).toBe(1);
  expect(stderr.match(/reply\.ts:\d+: .*/g)).toEqual([
    'reply.ts:4: A doc comment opens with "Whether"; open with a verb or a noun phrase.',
    'reply.ts:7: A doc comment opens with "How"; open with a verb or a noun phrase.',
  ]);
});
