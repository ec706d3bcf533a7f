// @module-tag socket
import { rmSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startClient } from "./client.js";
import { dataFile, team } from "./data-files.js";
import { bearer } from "./requests.js";

test("a saved data file is in force in the sessions there are; what a key has spent stays spent", async () => {
  const file = dataFile("saved.yaml", team);
  const { mock, logged } = await startLogging(file);
  await (await mock.chat({ model: "Acme-Large" }, bearer("sk-team"))).text();

  const reloaded = logged("its world is in force");
  writeFileSync(file, team.replace("sk-gone: { name: gone, isRevoked: true }", "sk-gone: { name: back }"));
  await reloaded;
  const back = await mock.get("/v1/models", { headers: bearer("sk-gone") });
  const balance = await mock.get("/v1/balance", { headers: bearer("sk-team") });
  const { current_point_balance: points } = (await balance.json()) as { current_point_balance: number };

  expect(back.status).toBe(200);
  expect(points).toBeLessThan(100);
});

test("a key that is taken out of a data file stops working", async () => {
  const file = dataFile("shorter.yaml", team);
  const { mock, logged } = await startLogging(file);
  const headers = bearer("sk-team");
  const before = await mock.get("/v1/models", { headers });

  const reloaded = logged("its world is in force");
  writeFileSync(file, "keys: { sk-new: { name: new } }\n");
  await reloaded;
  const after = await mock.get("/v1/models", { headers });

  expect([before.status, after.status]).toEqual([200, 401]);
});

test("a data file that is saved with mistakes changes nothing, and the log says what is wrong", async () => {
  const file = dataFile("broken.yaml", team);
  const { mock, logged } = await startLogging(file);

  const told = logged("There is no member 'kyes' here.");
  writeFileSync(file, team.replace("keys:", "kyes:"));
  const line = await told;
  const response = await mock.get("/v1/models", { headers: bearer("sk-team") });

  expect(line).toContain(`${file}:`);
  expect(response.status).toBe(200);
});

test("a data file that is taken away changes nothing, and the log says so", async () => {
  const file = dataFile("gone.yaml", team);
  const { mock, logged } = await startLogging(file);

  const told = logged("gone.yaml has changed, but can't be used; the world before stays in force.");
  rmSync(file);
  await told;
  const response = await mock.get("/v1/models", { headers: bearer("sk-team") });

  expect(response.status).toBe(200);
});

async function startLogging(state: string) {
  const waiting: { text: string; found: (line: string) => void }[] = [];
  const log = (line: string) => {
    for (const { text, found } of waiting) if (line.includes(text)) found(line);
  };
  const mock = await startClient({ state, log });
  const logged = (text: string) => new Promise<string>((found) => waiting.push({ text, found }));
  return { mock, logged };
}
