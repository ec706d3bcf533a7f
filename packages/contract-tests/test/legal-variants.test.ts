import { expect, test } from "vitest";
import { type Answer, everywhere, type Fault, findings, inJson, inText, runOn, text } from "./deployment.js";

/** Things that a correct deployment may do otherwise: nothing is to be found. */
test.each<[title: string, variant: Fault]>([
  [
    "unknown fields everywhere",
    everywhere((answer) => {
      if (mediaType(answer) === "application/json") answer.body = `{"x_new":{"deep":[1]},${text(answer).slice(1)}`;
    }),
  ],
  [
    "other letter case and a charset in the media type",
    everywhere((answer) => {
      const isJson = mediaType(answer) === "application/json";
      answer.headers["content-type"] = isJson
        ? "Application/JSON; charset=utf-8"
        : `${mediaType(answer)}; charset=utf-8`;
    }),
  ],
  [
    "no optional headers",
    everywhere((answer) => {
      answer.headers = { "content-type": mediaType(answer) };
    }),
  ],
  [
    "a finish reason of tomorrow",
    inJson("chat/reply", (body) => {
      body.choices[0].finish_reason = "tomorrow";
    }),
  ],
  ["a block of tomorrow", inJson("messages/reply", (body) => body.content.push({ type: "tomorrow", x: 1 }))],
  ["an item of tomorrow", inJson("responses/reply", (body) => body.output.push({ type: "tomorrow", id: "x" }))],
  [
    "more members in an error",
    inJson("chat/refused/wrong-key", (body) =>
      Object.assign(body.error, { param: null, error_id: "0a", metadata: {} }),
    ),
  ],
  [
    "an event of tomorrow in messages",
    inText("messages/stream", (body) =>
      body.replace("event: ping", 'event: tomorrow\ndata: {"type":"tomorrow"}\n\nevent: ping'),
    ),
  ],
  ["streams with CRLF", streams((body) => body.replaceAll("\n", "\r\n"))],
  ["streams with CR", streams((body) => body.replaceAll("\n", "\r"))],
  [
    "streams with comments and a retry time",
    streams((body) => `: hello\nretry: 1000\n\n${body.replaceAll("\n\n", "\n\n: still here\n\n")}`),
  ],
  ["streams with a byte order mark", streams((body) => `\ufeff${body}`)],
  ["streams without the space after the colon", streams((body) => body.replaceAll(/^(event|data): /gm, "$1:"))],
  ["data over several lines", inText("chat/stream", (body) => body.replace('"object"', '\ndata: "object"'))],
  [
    "models without a price",
    inJson("models/list", (body) => {
      for (const model of body.data.slice(1)) model.pricing = null;
    }),
  ],
  ["model names of its own", inText("models/list", (body) => body.replaceAll("claude-haiku-4.5", "claude-haiku-4-5"))],
])("nothing is found where there are %s", async (_title, variant) => {
  const report = await runOn(variant);

  expect(findings(report)).toEqual({});
  expect(report.exitCode).toBe(0);
});

test("nothing is found where every byte comes on its own", async () => {
  const report = await runOn(
    {
      serve: (response, exchange, answer) => {
        if (!exchange.endsWith("/stream")) return false;
        response.writeHead(answer.status, answer.headers);
        const bytes = Buffer.from(answer.body);
        let at = 0;
        const next = () =>
          at < bytes.length ? response.write(bytes.subarray(at, ++at), () => setImmediate(next)) : response.end();
        next();
        return true;
      },
    },
    { only: ["chat/stream", "messages/stream"] },
  );

  expect(findings(report)).toEqual({});
});

test("areas that a deployment does not offer are left out, and say so", async () => {
  const others = ["messages/", "responses/", "videos/", "bots/", "files/", "account/balance", "account/usage-history"];

  const report = await runOn(
    everywhere((answer, exchange) => {
      if (exchange === "models/list")
        answer.body = text(answer).replaceAll(/"supported_endpoints":\[[^\]]*\]/g, '"s":[]');
      if (!others.some((name) => exchange.startsWith(name))) return;
      answer.status = 404;
      answer.body = "not here";
      answer.headers = {};
    }),
  );

  expect(findings(report)).toEqual({});
  expect(report.exitCode).toBe(0);
  expect(report.areas.find(({ name }) => name === "bots")).toMatchObject({
    verdict: "skip",
    reason: "Not offered: POST /bot/{bot_name} answered 404.",
  });
});

function streams(change: (body: string) => string): Fault {
  return everywhere((answer) => {
    if (mediaType(answer) === "text/event-stream") answer.body = change(text(answer));
  });
}

const mediaType = (answer: Answer) => answer.headers["content-type"] ?? "";
