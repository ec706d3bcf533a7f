import { expect, test } from "vitest";
import { runContractTests } from "../src/index.js";
import { createDeployment, key } from "./faults/deployment.ts";
import { type Answer, type Asked, type Fault, inAnswer, named, paths, textOf } from "./faults/fault.ts";

const inAsked = (path: string, change: (asked: Asked) => void): Partial<Fault> => ({
  ask: (asked) => {
    if (asked.path === path) change(asked);
    return undefined;
  },
});

const inText = (path: string, from: string | RegExp, to: string): Partial<Fault> =>
  inAnswer(named("x", "", []), (answer: Answer, asked: Asked) => {
    if (asked.path === path) answer.body = textOf(answer).replaceAll(from, to);
  });

const withVersion = (headers: Record<string, string>) => {
  headers["anthropic-version"] ??= "2023-06-01";
};

test.each<[string, string, RegExp, Partial<Fault>]>([
  [
    "messages without the version header",
    "messages/refused/no-version",
    /^R9\.2: /,
    inAsked(paths.messages, ({ headers }) => withVersion(headers)),
  ],
  [
    "a wrong role of a message",
    "messages/reply/schema",
    /^R2\.12: /,
    inText(paths.messages, '"role":"assistant"', '"role":"user"'),
  ],
  [
    "a made-up stop reason",
    "messages/reply/stop-reason",
    /^R2\.13: /,
    inText(paths.messages, /"stop_reason":"\w+"/g, '"stop_reason":"x"'),
  ],
  [
    "another code of a wrong key",
    "chat/refused/wrong-key/code",
    /^R7\.2: /,
    inText(paths.chat, "invalid_api_key", "bad_key"),
  ],
  [
    "another code of a missing field",
    "chat/refused/missing-messages/code",
    /^R7\.5: /,
    inText(paths.chat, "missing_parameter", "gone"),
  ],
  [
    "a temperature out of range",
    "messages/refused/temperature-over-1",
    /^R8\.2: /,
    inAsked(paths.messages, ({ json }) => {
      if (json?.temperature > 1) json.temperature = 1;
    }),
  ],
])("quotes the statement that is broken by %s", async (_what, id, clause, fault) => {
  const report = await runContractTests({
    ...createDeployment({ ...named("one", "has one fault", []), ...fault }),
    baseURL: "http://127.0.0.1",
    apiKey: key,
    only: ["models", id],
  });

  expect(report.rules.find((rule) => rule.id === id)).toMatchObject({
    outcome: "fail",
    clause: expect.stringMatching(clause),
  });
});
