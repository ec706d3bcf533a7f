import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createAdmin } from "./admin-calls.js";

const file = fileURLToPath(new URL("../replies/built-in.json", import.meta.url));

test("the mock's own bots and keys are a data file, and those of every mock", async () => {
  const own = createAdmin({ state: file });
  const plain = createAdmin();
  const shown = async ({ of }: ReturnType<typeof createAdmin>) => ({
    ...(await of("GET", "/keys")),
    ...(await of("GET", "/bots")),
  });
  const [written, built] = [await shown(own), await shown(plain)];
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

  expect(written.keys).toEqual(built.keys);
  expect(written.bots.toSorted(byId)).toEqual(built.bots.toSorted(byId));
  expect(built.keys.map(({ key }: { key: string }) => key)).toContain("sk-mock-tiny");
});
