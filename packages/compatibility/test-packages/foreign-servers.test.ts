// @module-tag socket
import { runContractTests } from "@model-access/contract-tests";
import { expect, test } from "vitest";
import { aimockDeviations } from "./foreign-servers/aimock-deviations.ts";
import { missedIn, unexplainedIn } from "./foreign-servers/deviation.ts";
import { passingDeviations, translatingDeviations } from "./foreign-servers/gateway-deviations.ts";
import { startAimock } from "./foreign-servers/start-aimock.ts";
import { startGateway } from "./foreign-servers/start-gateway.ts";

const apiKey = "sk-mock-full";
const sleep = async () => {}; // the mock's costs settle at once

test("the contract tests find in aimock what differs from the contract, and nothing else", async () => {
  const baseURL = await startAimock({ apiKey });

  const report = await runContractTests({ baseURL, apiKey, sleep });

  expect(unexplainedIn(report, aimockDeviations)).toEqual([]);
  expect(missedIn(report, aimockDeviations)).toEqual([]);
  expect(report.exitCode).toBe(1);
});

test("they find what a gateway changes on the way to a correct service, and nothing else", async () => {
  const baseURL = await startGateway({ chatBecomes: "chat" });

  const report = await runContractTests({ baseURL, apiKey, sleep });

  expect(unexplainedIn(report, passingDeviations)).toEqual([]);
  expect(missedIn(report, passingDeviations)).toEqual([]);
  expect(report.exitCode).toBe(1);
});

test("they find what a gateway makes of an interface that it translates, streams included, and nothing else", async () => {
  const preload = new URL("foreign-servers/mutable-headers.ts", import.meta.url);
  const baseURL = await startGateway({ chatBecomes: "messages", preload });

  const report = await runContractTests({ baseURL, apiKey, sleep, model: "claude-haiku-4.5" });

  expect(unexplainedIn(report, translatingDeviations)).toEqual([]);
  expect(missedIn(report, translatingDeviations)).toEqual([]);
  expect(report.rules.find(({ id }) => id === "chat/stream/complete")?.outcome).toBe("pass");
});
