import type { ExchangeRecord } from "@model-access/contract";
import { expect, test } from "vitest";
import { trafficReport } from "../src/traffic/traffic-report.js";
import { ruleIn } from "./deployment.ts";
import { recordedExchange } from "./recorded-exchange.ts";

const [chat, messages] = ["/v1/chat/completions", "/v1/messages"];

test.each([
  ["another code of a 401", chat, 401, { type: "invalid_request_error", code: "no" }, /^R7\.2: /],
  ["another type of a 402", chat, 402, { type: "no", code: "insufficient_points" }, /^R7\.7: /],
  ["another code of a 429", "/v1/responses", 429, { type: "rate_limit_error", code: "no" }, /^R7\.6: /],
  ["another type of a 500", chat, 500, { type: "no", code: "internal_error" }, /^R7\.8: /],
  ["another type of a 503", chat, 503, { type: "no", code: "internal_error" }, /^R7\.8: /],
  ["another type of a 400 on messages", messages, 400, { type: "no" }, /^R4\.7: /],
  ["another type of a 429 on messages", messages, 429, { type: "no" }, /^R4\.7: /],
] as const)("quotes the statement that is broken by %s, and no other", (_what, target, status, error, clause) => {
  const report = trafficReport([refused(target, status, error)], { source: "test" });

  expect(ruleIn(report, "service/refusals/name")).toMatchObject({
    outcome: "fail",
    clause: expect.stringMatching(clause),
  });
});

test("names the other calls that break a rule, which the first one would hide", () => {
  const error = { type: "invalid_request_error", code: "no" };
  const calls = [chat, "/v1/responses", "/v1/responses", "/v1/videos"];

  const records = calls.map((target) => refused(target, 401, error));
  const report = trafficReport(records, { source: "test" });

  expect(ruleIn(report, "service/refusals/name")).toMatchObject({
    message: `/error/code is "no"; expected "invalid_api_key". So it is in answers to POST /v1/responses and POST /v1/videos, too.`,
    judged: 4,
    broken: 4,
  });
});

const refused = (target: string, status: number, error: object): ExchangeRecord =>
  recordedExchange({
    ...{ target, status, sent: {}, headers: [["retry-after", "1"]] },
    text: JSON.stringify({ type: "error", error: { message: "It is refused.", ...error } }),
  });
