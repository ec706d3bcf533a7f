import { expect, test } from "vitest";
import { runContractTests } from "../src/index.js";
import { createDeployment, key } from "./faults/deployment.ts";
import { gone, orElse, swap } from "./faults/edit.ts";
import { type Asked, type Body, type Fault, refusal, textOf } from "./faults/fault.ts";
import { inAnswers, inAsked, inBlocksOf, inEvents, inReplies, inRequests, refused, refuses } from "./faults/rows.ts";

const messages = { ids: "", in: "messages" } as const;
const inText = (name: "chat" | "messages", from: string | RegExp, to: string): Fault =>
  inAnswers({ ids: "", in: name })("", "", [], (answer) => {
    answer.body = textOf(answer).replaceAll(from, to);
  });
const refusesMessages = (status: number, is: (asked: Asked) => unknown, why = "It failed."): Fault => {
  const answer = refusal(status, status === 401 ? "authentication_error" : "invalid_request_error", why);
  return refuses(messages)("", "", [], answer, is);
};

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
  ["a stream without its end marker", "chat/stream/ends-with-done", /^R4\.1: /, inText("chat", "data: [DONE]\n\n", "")],
  [
    "a stream without the event of its end",
    "responses/tools-stream/events",
    /^R6\.1: /,
    inBlocksOf({ ids: "", in: "responses" })("", "", [], (blocks) =>
      blocks.filter((each) => !each.includes('"response.completed"')),
    ),
  ],
  [
    "a message that was cut off, and says that it ended",
    "messages/reply/cut-off",
    /^R2\.13: /,
    inText("messages", '"stop_reason":"max_tokens"', '"stop_reason":"end_turn"'),
  ],
  [
    "a streamed message that counts nothing",
    "messages/stream/text-counted",
    /^R2\.13: /,
    inEvents(messages)("", "", [], { "usage.output_tokens": 0 }),
  ],
  [
    "a message with a tool call that says that it ended",
    "messages/tools/call",
    /^R2\.13: /,
    inText("messages", '"stop_reason":"tool_use"', '"stop_reason":"end_turn"'),
  ],
  [
    "a stop sequence that is not named",
    "messages/short/stop-reason",
    /^R2\.13: /,
    inText("messages", /"stop_sequence":"[^"]*"/g, '"stop_sequence":null'),
  ],
  [
    "a stop sequence that is not heeded",
    "messages/short/stop-reason",
    /^R2\.10: /,
    inRequests(messages)("", "", [], { stop_sequences: gone }),
  ],
  [
    "a message that is streamed unasked",
    "messages/reply/media-type",
    /^R2\.10: /,
    inRequests(messages)("", "", [], { stream: orElse(true) }),
  ],
  ["letters that become question marks", "chat/reply/as-asked", /^R2\.6: /, inText("chat", /[äöüß東京🌊]/gu, "?")],
  [
    "a usage that is asked for and left out",
    "chat/stream-usage/usage",
    /^R4\.1: /,
    inText("chat", '"usage":', '"used":'),
  ],
  [
    "a status of success that is not 200",
    "chat/reply/status",
    /^R7\.1: /,
    inAnswers({ ids: "", in: "chat", status: 200 })("", "", [], { status: 201 }),
  ],
  [
    "an error with status 200",
    "chat/refused/unknown-model",
    /^R7\.1: /,
    inAnswers({ ids: "", in: "chat", status: 400 })("", "", [], { status: 200 }),
  ],
  [
    "an error in a stream in place of a refusal",
    "chat/refused/streamed",
    /^R6\.3: /,
    inAnswers({ ids: "", in: "chat", status: 400 })("", "", [], (answer) => {
      Object.assign(answer, { status: 200, body: `data: ${textOf(answer)}\n\n` });
      answer.headers["content-type"] = "text/event-stream";
    }),
  ],
  [
    "x-api-key that is not taken",
    "messages/stream/status",
    /^R5\.2: /,
    refusesMessages(401, ({ headers }) => headers["x-api-key"]),
  ],
  [
    "Bearer that is not taken",
    "messages/reply/status",
    /^R5\.2: /,
    refusesMessages(401, ({ headers }) => headers.authorization),
  ],
  ["a version that is not taken", "messages/reply/status", /^R9\.2: /, refusesMessages(400, () => true, "version")],
  [
    "a system prompt in blocks that is not taken",
    "messages/stream/status",
    /^R2\.9: /,
    refusesMessages(400, ({ json }) => Array.isArray(json?.system)),
  ],
  [
    "temperature 1 that is not taken",
    "messages/tools/status",
    /^R2\.10: /,
    refusesMessages(400, ({ json }) => json?.temperature === 1),
  ],
  [
    "top_k that is not taken",
    "messages/short/status",
    /^R2\.10: /,
    refusesMessages(400, ({ json }) => json?.top_k !== undefined),
  ],
  [
    "temperature 0 that is not taken",
    "chat/stream/status",
    /^R2\.5: /,
    refuses({ ids: "", in: "chat" })("", "", [], refused.invalid, ({ json }) => json?.temperature === 0),
  ],
  [
    "max_tokens that is not taken",
    "chat/limited/status",
    /^R2\.5: /,
    refuses({ ids: "", in: "chat" })("", "", [], refused.invalid, ({ json }) => json?.max_tokens !== undefined),
  ],
  [
    "an input that is a text and is not taken",
    "responses/tools-stream/status",
    /^R4\.9: /,
    refuses({ ids: "", in: "responses" })("", "", [], refused.invalid, ({ json }) => typeof json?.input === "string"),
  ],
  [
    "parameters of a bot that are not taken",
    "bots/stream/status",
    /^R2\.1: /,
    refuses({ ids: "", in: "bots" })("", "", [], refused.invalid, ({ json }) =>
      json?.query?.some((each: Body) => each.parameters),
    ),
  ],
  [
    "videos that can't be made, and be gone on from",
    "videos/refused/missing-prompt",
    /^R1\.6: /,
    refuses({ ids: "", is: ({ path, method }) => method === "POST" && path === "/v1/videos" })(
      "",
      "",
      [],
      refused.notFound,
    ),
  ],
  [
    "a video that lacks its prompt and is made",
    "videos/refused/missing-prompt",
    /^R7\.5: /,
    inRequests({ ids: "", in: "videos" })("", "", [], { prompt: orElse("A dot."), model: orElse("sora-2") }),
  ],
  [
    "a completion that does not come into the history",
    "account/cost-recorded",
    /^R4\.4: /,
    inReplies({ ids: "", in: "history" })("", "", [], { data: [] }),
  ],
  [
    "a price below nothing",
    "models/list/schema",
    /^R2\.7: /,
    inReplies({ ids: "", in: "models" })("", "", [], { "data.*.pricing.prompt": "-1" }),
  ],
  [
    "a listed model that chat does not know",
    "chat/reply/status",
    /^R2\.7: /,
    refuses({ ids: "", in: "chat" })("", "", [], refused.unknownModel),
  ],
  [
    "a listed model that messages do not know",
    "messages/reply/status",
    /^R2\.11: /,
    refuses(messages)("", "", [], refusal(404, "not_found_error", "It is not known.")),
  ],
  [
    "custom parameters that make the server fail",
    "chat/stop/custom-parameters",
    /^R1\.9: /,
    refuses({ ids: "", in: "chat" })("", "", [], refusal(500, "api_error", "It failed."), ({ json }) => json?.style),
  ],
  [
    "tools of messages that are not called",
    "messages/tools/call",
    /^R2\.10: /,
    inRequests(messages)("", "", [], { tools: gone, tool_choice: gone }),
  ],
  [
    "a video that nobody knows, which makes the server fail",
    "videos/refused/unknown-video",
    /^R7\.1: /,
    refuses({ ids: "", in: "videos" })("", "", [], refusal(500, "api_error", "It failed.")),
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

test.each<[string, string, string, Fault]>([
  [
    "the model that a deployment does not know",
    "chat/reply/status",
    '/v1/chat/completions of the model "',
    refuses({ ids: "", in: "chat" })("", "", [], refused.unknownModel),
  ],
  [
    "a refusal that stands in a stream",
    "chat/refused/streamed",
    "answered 200 with the refusal in its stream; expected 400",
    inAnswers({ ids: "", in: "chat", status: 400 })("", "", [], (answer) => {
      Object.assign(answer, { status: 200, body: `data: ${textOf(answer)}\n\n` });
      answer.headers["content-type"] = "text/event-stream";
    }),
  ],
])("names %s", async (_what, id, words, fault) => {
  const { rules } = await runContractTests({
    ...createDeployment(fault),
    baseURL: "http://127.0.0.1",
    apiKey: key,
    only: ["models", id],
  });

  expect(rules.find((rule) => rule.id === id)?.message).toContain(words);
});

test("a message that leaves out the stop sequence, where none ended it, is worth a note", async () => {
  const fault = inReplies(messages)("", "", [], { stop_sequence: gone });

  const { rules } = await runContractTests({
    ...createDeployment(fault),
    baseURL: "http://127.0.0.1",
    apiKey: key,
    only: ["models", "messages/reply/schema"],
  });

  expect(rules.find(({ id }) => id === "messages/reply/schema")?.outcome).toBe("note");
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
