import { expect, test } from "vitest";
import { runContractTests } from "../src/index.js";
import { createDeployment, key } from "./faults/deployment.ts";
import { swap } from "./faults/edit.ts";
import { type Fault, textOf } from "./faults/fault.ts";
import { inAnswers, inAsked, inRequests } from "./faults/rows.ts";

const messages = { ids: "", in: "messages" } as const;
const inText = (name: "chat" | "messages", from: string | RegExp, to: string): Fault =>
  inAnswers({ ids: "", in: name })("", "", [], (answer) => {
    answer.body = textOf(answer).replaceAll(from, to);
  });

test.each<[string, string, RegExp, Fault]>([
  [
    "messages without the version header",
    "messages/refused/no-version",
    /^R9\.2: /,
    inAsked(messages)("", "", [], ({ headers }) => {
      headers["anthropic-version"] ??= "2023-06-01";
    }),
  ],
  [
    "a wrong role of a message",
    "messages/reply/schema",
    /^R2\.12: /,
    inText("messages", '"role":"assistant"', '"role":"user"'),
  ],
  [
    "a made-up stop reason",
    "messages/reply/stop-reason",
    /^R2\.13: /,
    inText("messages", /"stop_reason":"\w+"/g, '"stop_reason":"x"'),
  ],
  [
    "another code of a wrong key",
    "chat/refused/wrong-key/code",
    /^R7\.2: /,
    inText("chat", "invalid_api_key", "bad_key"),
  ],
  [
    "another code of a missing field",
    "chat/refused/missing-messages/code",
    /^R7\.5: /,
    inText("chat", "missing_parameter", "gone"),
  ],
  [
    "a temperature out of range",
    "messages/refused/temperature-over-1",
    /^R8\.2: /,
    inRequests(messages)("", "", [], { temperature: swap(1.01, 1) }),
  ],
  ["a block without its text", "messages/reply/schema", /^R2\.12: /, inText("messages", '"text":"', '"word":"')],
  [
    "usage by other names",
    "messages/reply/schema",
    /^R2\.13: /,
    inText("messages", '"input_tokens"', '"prompt_tokens"'),
  ],
  [
    "a reply of chat with a tool call by another name",
    "chat/tools/call",
    /^R1\.3: /,
    inText("chat", '"name":"get_', '"name":"x_'),
  ],
  [
    "a stream that is cut",
    "chat/stream/complete",
    /^R6\.1: /,
    inText("chat", /"finish_reason":"\w+"/g, '"finish_reason":null'),
  ],
])("quotes the statement that is broken by %s", async (_what, id, clause, fault) => {
  const report = await runContractTests({
    ...createDeployment(fault),
    baseURL: "http://127.0.0.1",
    apiKey: key,
    only: ["models", id],
  });

  expect(report.rules.find((rule) => rule.id === id)).toMatchObject({
    outcome: expect.stringMatching(/fail|warn/),
    clause: expect.stringMatching(clause),
  });
});

test("a model list that is a bare array is named as one", async () => {
  const fault = inAnswers({ ids: "", in: "models" })("", "", [], (answer) => {
    answer.body = JSON.stringify(JSON.parse(textOf(answer)).data ?? {});
  });

  const { rules } = await runContractTests({
    ...createDeployment(fault),
    baseURL: "http://127.0.0.1",
    apiKey: key,
    only: ["models/list/usable"],
  });

  expect(rules.find(({ id }) => id === "models/list/usable")).toMatchObject({
    outcome: "fail",
    message: "The model list is a bare array; clients read its models from 'data'.",
  });
});
