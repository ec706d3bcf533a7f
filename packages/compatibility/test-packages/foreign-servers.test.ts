// @module-tag socket
import { runContractTests } from "@model-access/contract-tests";
import { expect, test } from "vitest";
import { aimockDeviations } from "./foreign-servers/aimock-deviations.ts";
import { listMissed, listUnexplained } from "./foreign-servers/deviation.ts";
import { passingDeviations, translatingDeviations } from "./foreign-servers/gateway-deviations.ts";
import { startAimock } from "./foreign-servers/start-aimock.ts";
import { startGateway } from "./foreign-servers/start-gateway.ts";

const apiKey = "sk-mock-full";
const sleep = async () => {}; // the mock charges immediately

test("the contract tests find exactly the deviations of aimock", async () => {
  const baseURL = await startAimock({ apiKey });

  const report = await runContractTests({ baseURL, apiKey, sleep });

  expect(listUnexplained(report, aimockDeviations)).toEqual([]);
  expect(listMissed(report, aimockDeviations)).toEqual([]);
  expect(report.exitCode).toBe(1);
});

test("they find exactly the deviations of a gateway before a correct service", async () => {
  const baseURL = await startGateway({ chatBecomes: "chat" });

  const report = await runContractTests({ baseURL, apiKey, sleep });

  expect(listUnexplained(report, passingDeviations)).toEqual([]);
  expect(listMissed(report, passingDeviations)).toEqual([]);
  expect(report.exitCode).toBe(1);
});

test("they find exactly the deviations of an interface that a gateway translates, streams included", async () => {
  const preload = new URL("foreign-servers/mutable-headers.ts", import.meta.url);
  const baseURL = await startGateway({ chatBecomes: "messages", preload });

  const report = await runContractTests({ baseURL, apiKey, sleep, model: "claude-haiku-4.5" });

  expect(listUnexplained(report, translatingDeviations)).toEqual([]);
  expect(listMissed(report, translatingDeviations)).toEqual([]);
  expect(report.rules.find(({ id }) => id === "chat/stream/complete")?.outcome).toBe("pass");
});
