import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createClient } from "./client.js";

const file = fileURLToPath(new URL("../replies/built-in.json", import.meta.url));

test("the mock's own bots and keys are a data file, and those of every mock", async () => {
  const shown = async ({ admin }: ReturnType<typeof createClient>) => ({
    ...(await admin("GET", "/keys")),
    ...(await admin("GET", "/bots")),
  });
  const [written, built] = [await shown(createClient({ state: file })), await shown(createClient())];
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

  expect(written.keys).toEqual(built.keys);
  expect(written.bots.toSorted(byId)).toEqual(built.bots.toSorted(byId));
  expect(built.keys.map(({ key }: { key: string }) => key)).toContain("sk-mock-tiny");
});
