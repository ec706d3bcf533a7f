import { expect, test } from "vitest";
import { systemClock } from "../src/clock.js";
import { createMemoryStore } from "../src/store/store.js";
import { createClient } from "./client.js";
import { conformanceOptions, describeStore } from "./store-conformance.js";

const store = createMemoryStore({ ...conformanceOptions(), clock: systemClock });

describeStore("a store in memory", () => [store, store]);

test("the session used longest ago makes room for the thousand and first", async () => {
  const { get, chat } = createClient();
  const balance = async (session: string) =>
    (await get("/v1/balance", { headers: { "x-mock-session": session } })).text();
  for (const session of ["old", "kept"]) await chat({}, { "x-mock-session": session });

  for (let number = 0; number < 998; number += 1)
    await get("/v1/models", { headers: { "x-mock-session": `s${number}` } });
  const kept = await balance("kept");
  await get("/v1/models", { headers: { "x-mock-session": "last" } });

  expect(await balance("kept")).toBe(kept);
  expect(await balance("old")).toContain("1000000");
  expect(kept).not.toContain("1000000");
});
