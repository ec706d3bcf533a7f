import { describe, expect, test } from "vitest";
import { type Fault, findings, inJson, inText, on, runOn } from "./deployment.js";

/** One thing wrong, all that a run then finds, and how the run exits. */
type Case = [title: string, fault: Fault, found: Record<string, string>, exitCode: number];

const withoutEvent = (event: string) => (body: string) =>
  body
    .split("\n\n")
    .filter((block) => !block.startsWith(`event: ${event}`))
    .join("\n\n");

describe("a reply", () => {
  test.each<Case>([
    [
      "with another status",
      on("chat/reply", (answer) => {
        answer.status = 201;
      }),
      { "chat/reply/status": "fail" },
      1,
    ],
    [
      "with another media type",
      on("chat/reply", (answer) => {
        answer.headers["content-type"] = "text/plain";
      }),
      { "chat/reply/media-type": "fail" },
      1,
    ],
    [
      "with a malformed header",
      on("chat/reply", (answer) => {
        answer.headers["x-ratelimit-limit-requests"] = "plenty";
      }),
      { "chat/reply/headers": "warn" },
      0,
    ],
    ["with a body that is no JSON", inText("chat/reply", (body) => body.slice(1)), { "chat/reply/text": "fail" }, 1],
    [
      "that came compressed, unasked",
      on("chat/reply", (answer) => {
        answer.headers["content-encoding"] = "gzip";
        answer.body = Buffer.from([0x1f, 0x8b, 8, 0]);
      }),
      { "chat/reply/text": "fail" },
      1,
    ],
    ["without choices", inJson("chat/reply", (body) => delete body.choices), { "chat/reply/text": "fail" }, 1],
    [
      "with a number for its text",
      inJson("chat/reply", (body) => {
        body.choices[0].message.content = 7;
      }),
      { "chat/reply/text": "fail" },
      1,
    ],
    ["without its id", inJson("chat/reply", (body) => delete body.id), { "chat/reply/schema": "warn" }, 0],
    [
      "of messages without the stop reason",
      inJson("messages/reply", (body) => delete body.stop_reason),
      { "messages/reply/schema": "warn" },
      0,
    ],
    [
      "of messages with another type",
      inJson("messages/reply", (body) => {
        body.type = "completion";
      }),
      { "messages/reply/schema": "fail" },
      1,
    ],
    [
      "of responses without status",
      inJson("responses/reply", (body) => delete body.status),
      { "responses/reply/schema": "warn" },
      0,
    ],
  ])("%s is found", expectFound);
});

describe("a refusal", () => {
  test.each<Case>([
    [
      "that is none",
      on("chat/refused/unknown-model", (answer) => {
        answer.status = 200;
      }),
      { "chat/refused/unknown-model": "fail" },
      1,
    ],
    [
      "with another status",
      on("messages/refused/unknown-model", (answer) => {
        answer.status = 400;
      }),
      { "messages/refused/unknown-model": "fail" },
      1,
    ],
    [
      "as a page",
      on("models/refused/wrong-key", (answer) => {
        answer.headers["content-type"] = "text/html";
        answer.body = "<h1>401</h1>";
      }),
      { "models/refused/wrong-key/media-type": "fail" },
      1,
    ],
    [
      "with another error type",
      inJson("chat/refused/wrong-key", (body) => {
        body.error.type = "authentication_error";
      }),
      { "chat/refused/wrong-key/type": "fail" },
      1,
    ],
    [
      "with another error code",
      inJson("chat/refused/temperature-over-2", (body) => {
        body.error.code = "bad_request";
      }),
      { "chat/refused/temperature-over-2/code": "fail" },
      1,
    ],
    [
      "with a number for a code",
      inJson("chat/refused/missing-messages", (body) => {
        body.error.code = 400;
      }),
      { "chat/refused/missing-messages/members": "fail" },
      1,
    ],
    [
      "without a message",
      inJson("chat/refused/wrong-key", (body) => delete body.error.message),
      { "chat/refused/wrong-key/members": "fail" },
      1,
    ],
    [
      "of messages in the other form",
      inJson("messages/refused/wrong-key", (body) => delete body.type),
      { "messages/refused/wrong-key/schema": "warn" },
      0,
    ],
    [
      "of a video with another code",
      inJson("videos/refused/unknown-video", (body) => {
        body.error.code = "no_such_video";
      }),
      { "videos/refused/unknown-video/code": "note" },
      0,
    ],
  ])("%s is found", expectFound);
});

describe("a stream", () => {
  test.each<Case>([
    [
      "without [DONE]",
      inText("chat/stream", (body) => body.replace("data: [DONE]\n\n", "")),
      { "chat/stream/ends-with-done": "warn" },
      0,
    ],
    [
      "that goes on after its end",
      inText("chat/stream", (body) => `${body}${body.split("\n\n")[1]}\n\n`),
      { "chat/stream/nothing-after-end": "warn" },
      0,
    ],
    [
      "that stops in the middle",
      inText("chat/stream", (body) => `${body.split("\n\n").slice(0, 3).join("\n\n")}\n\n`),
      { "chat/stream/complete": "fail" },
      1,
    ],
    [
      "that is a plain reply",
      on("chat/stream", (answer) => {
        answer.headers["content-type"] = "application/json";
        answer.body = "{}";
      }),
      { "chat/stream/media-type": "fail" },
      1,
    ],
    [
      "under another name",
      on("chat/stream", (answer) => {
        answer.headers["content-type"] = "text/plain";
      }),
      { "chat/stream/media-type": "warn" },
      0,
    ],
    [
      "with an event that is no JSON",
      inText("chat/stream", (body) => body.replace('"index":0', '"index":')),
      { "chat/stream/json": "fail" },
      1,
    ],
    [
      "with a chunk without choices",
      inText("chat/stream", (body) => body.replace('"choices":', '"options":')),
      { "chat/stream/schema": "warn" },
      0,
    ],
    [
      "that changes its id",
      inText("chat/stream", (body) => body.replace('"id":"chatcmpl-', '"id":"other-')),
      { "chat/stream/identity": "warn" },
      0,
    ],
    [
      "that does not end with a blank line",
      inText("chat/stream", (body) => body.trimEnd()),
      { "chat/stream/bytes": "warn" },
      0,
    ],
    [
      "that is not UTF-8",
      on("chat/stream", (answer) => {
        answer.body = Buffer.concat([Buffer.from(": \xff\n", "latin1"), Buffer.from(answer.body)]);
      }),
      { "chat/stream/bytes": "warn" },
      0,
    ],
    ["without any event", inText("chat/stream", () => ": nothing\n\n"), { "chat/stream/whole": "fail" }, 1],
    [
      "of messages without event lines",
      inText("messages/stream", (body) => body.replaceAll(/^event: .*\n/gm, "")),
      { "messages/stream/event-line": "fail" },
      1,
    ],
    [
      "of messages without its start",
      inText("messages/stream", withoutEvent("message_start")),
      { "messages/stream/order": "fail" },
      1,
    ],
    [
      "of messages with a block left open",
      inText("messages/stream", withoutEvent("content_block_stop")),
      { "messages/stream/order": "fail" },
      1,
    ],
    [
      "of messages without its stop",
      inText("messages/stream", withoutEvent("message_stop")),
      { "messages/stream/complete": "fail" },
      1,
    ],
    [
      "of messages with [DONE]",
      inText("messages/stream", (body) => `${body}data: [DONE]\n\n`),
      { "messages/stream/no-done": "warn" },
      0,
    ],
    [
      "of responses whose text does not add up",
      inText("responses/stream", (body) => body.replace(/"delta":"(\\.|[^"\\])+"/, '"delta":"?"')),
      { "responses/stream/adds-up": "warn" },
      0,
    ],
    ["of a bot without done", inText("bots/stream", withoutEvent("done")), { "bots/stream/complete": "warn" }, 0],
  ])("%s is found", expectFound);
});

describe("the account and the models", () => {
  test.each<Case>([
    [
      "with a list without prices",
      inText("models/list", (body) => body.replaceAll('"pricing"', '"rating"').replaceAll('"points"', '"stars"')),
      { "models/list/pricing": "fail" },
      1,
    ],
    [
      "with an empty list",
      inText("models/list", () => '{"object":"list","data":[]}'),
      { "models/list/usable": "fail" },
      1,
    ],
    [
      "with a balance that is text",
      inJson("account/current-balance", (body) => {
        body.current_point_balance = "much";
      }),
      { "account/current-balance/schema": "warn" },
      0,
    ],
    [
      "with a page for a list",
      on("models/list", (answer) => {
        answer.headers["content-type"] = "text/html";
        answer.body = "<h1>Models</h1>";
      }),
      { "models/list/media-type": "fail" },
      1,
    ],
    [
      "with a list that is called text",
      on("models/list", (answer) => {
        answer.headers["content-type"] = "text/plain";
      }),
      { "models/list/media-type": "warn" },
      0,
    ],
    [
      "with no pair of paths whole",
      {
        change: (answer, exchange) => {
          if (exchange === "account/balance" || exchange === "account/points-history") answer.status = 404;
        },
      },
      { "account/alive": "fail" },
      1,
    ],
    [
      "with two paths that differ",
      inJson("account/balance", (body) => {
        body.points_on_hold = 1;
      }),
      { "account/balances-agree": "note" },
      0,
    ],
    [
      "with the key refused in its own header",
      on("messages/stream", (answer) => {
        answer.status = 401;
      }),
      { "messages/stream/status": "fail" },
      1,
    ],
  ])("%s are found", expectFound);
});

async function expectFound(_title: string, fault: Fault, found: Record<string, string>, exitCode: number) {
  const report = await runOn(fault);

  expect(findings(report)).toEqual(found);
  expect(report.exitCode).toBe(exitCode);
}
