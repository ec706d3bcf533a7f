import { type ExchangeRecord, readExchanges, writeExchange } from "@model-access/contract";
import { expect, test } from "vitest";
import { runContractTests } from "../src/index.js";
import type { WireRequest } from "../src/wire/wire.js";
import { createDeployment, key } from "./faults/deployment.ts";
import { editJson, unnamed } from "./faults/fault.ts";

test("reads a file at another origin without the caller's headers, and records it as a journal has it", async () => {
  const requests: WireRequest[] = [];
  const records: ExchangeRecord[] = [];
  const deployment = createDeployment({
    ...unnamed,
    answer: (answer, { path }) => {
      if (path === "/v1/files" && answer.status === 200)
        editJson(answer, (body) => {
          body.attachment_url = "http://files.elsewhere.example?id=7";
        });
    },
  });

  await runContractTests({
    baseURL: "http://127.0.0.1:80/prefix",
    apiKey: key,
    only: ["files"],
    headers: { "x-gateway-token": "token-of-the-gateway" },
    sleep: deployment.sleep,
    onExchange: (record) => void records.push(record),
    send: async (request, ...more) => {
      requests.push(request);
      return deployment.send({ ...request, url: request.url.replace("/prefix", "") }, ...more);
    },
  });

  const [elsewhere, ...others] = requests.filter(({ url }) => url.includes("elsewhere"));
  expect(others).toEqual([]);
  expect(elsewhere?.headers).not.toHaveProperty("x-gateway-token");
  expect(requests[0]?.headers).toMatchObject({ "x-gateway-token": "token-of-the-gateway" });
  expect(records.map(({ request }) => request.target)).toContain("/?id=7");
  expect(records[0]?.request.target).toBe("/prefix/v1/models");
  expect(readExchanges(records.map(writeExchange).join(""))).toHaveLength(records.length);
});
