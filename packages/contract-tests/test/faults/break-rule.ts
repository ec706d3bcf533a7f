import { responseOf, valueAt } from "@model-access/contract";
import { exchanges } from "../../src/areas.js";
import { dialectOf } from "../../src/dialects.js";
import type { Rule } from "../../src/index.js";
import type { WireResult } from "../../src/wire/wire.js";
import { ruleIn, runOnResults } from "../deployment.ts";
import { keys } from "./deployment.ts";
import type { Body } from "./fault.ts";
import { inBlocks, inData } from "./rows.ts";

/** A reply on its way to the tester, as a change sees it. */
interface Seen {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** The names of the counts in the operation's interface. */
  counts: { prompt: string; completion: string };
  /** The headers that the contract documents with another type than text. */
  typedHeaders: string[];
  /** The earlier answers to other calls, by their ids. */
  earlier: Map<string, string>;
}

type Change = (seen: Seen) => void;

const inBody =
  (change: (body: Body, seen: Seen) => void): Change =>
  (seen) => {
    if ((seen.headers["content-type"] ?? "").startsWith("text/event-stream"))
      seen.text = inData((data) => void change(data, seen))(seen.text);
    else {
      const body = parsed(seen.text);
      change(body, seen);
      seen.text = JSON.stringify(body);
    }
  };

/** A block in which a message calls a tool, before its end. */
const blockOfTool = `event: content_block_start
data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"toolu_1","name":"x","input":{}}}

event: content_block_stop
data: {"type":"content_block_stop","index":1}

event: message_delta`;

const callTool: Change[] = [
  inBody(({ choices }) => {
    const call = { index: 0, id: "call_1", type: "function", function: { name: "x", arguments: "{}" } };
    if (choices?.[0]?.delta?.content) choices[0].delta.tool_calls = [call];
  }),
  (seen) => Object.assign(seen, { text: seen.text.replace("event: message_delta", blockOfTool) }),
];

const countNoPrompt = inBody((body, { counts }) => change(body, counts.prompt, () => 1));

/** Cuts a letter of four bytes between the first two pieces of a text, and puts it into the whole text. */
const halveLetter: Change = (seen) => {
  const pieceOf = ({ choices, delta }: Body): unknown => choices?.[0]?.delta?.content || (delta?.text ?? delta);
  const pieces: string[] = [];
  inData((data) => void pieces.push(...[pieceOf(data)].filter((piece) => typeof piece === "string")))(seen.text);
  const [one = "", two = ""] = pieces;
  const setText = (data: Body, from: string, to: string) => {
    const [found, put] = [from, to].map((text) => JSON.stringify(text).slice(1, -1));
    Object.assign(data, JSON.parse(JSON.stringify(data).replace(found ?? "", put ?? "")));
  };
  seen.text = inData((data) => {
    if (pieceOf(data) === one) setText(data, one, `${one}\ud83c`);
    else if (pieceOf(data) === two) setText(data, two, `\udf0a${two}`);
    else setText(data, one + two, `${one}\u{1f30a}${two}`);
  })(seen.text);
};

const sayCut = inBody((body, { counts }) => {
  change(body, counts.completion, () => 2);
  setAll(body, ["stop_reason"], "max_tokens");
  if (body.choices?.[0]?.finish_reason) body.choices[0].finish_reason = "length";
  if (body.status === "completed") body.status = "incomplete";
  if (body.response?.status === "completed") body.response.status = "incomplete";
});

const spoilText: Change = (seen) =>
  Object.assign(seen, { text: seen.text.replaceAll("zwei", "").replaceAll(/Zürich|quick/g, "ZÃ¼rich") });

/** The changes that break the rules of a name, on any call. */
const changes: Record<string, Change[]> = {
  // A bot that is refused in any way is refused; a failure is no refusal.
  status: [(seen) => Object.assign(seen, { status: 418 }), (seen) => Object.assign(seen, { status: 500 })],
  "media-type": [(seen) => Object.assign(seen.headers, { "content-type": "text/html" })],
  // Retry-After has a rule of its own where a limit is reached.
  headers: [
    (seen) => writeWords(seen, seen.typedHeaders),
    (seen) =>
      writeWords(
        seen,
        seen.typedHeaders.filter((name) => !/^retry-after$/i.test(name)),
      ),
  ],
  members: [inBody((body) => delete body.error.code)],
  error: [inBody((body) => delete body.error.message)],
  type: [inBody((body) => Object.assign(body.error, { type: "other" }))],
  code: [inBody((body) => Object.assign(body.error, { code: "other" }))],
  schema: [
    inBody((body) => Object.assign(body.error, { param: 7 })),
    inBody((body) => Object.assign(body, { type: 7, error: { ...body.error, type: 7 } })),
    inBody((body) => Object.assign(body, { id: 7, object: 7, data: 7, choices: 7 })),
    (seen) => Object.assign(seen, { text: seen.text.replaceAll('"text":"', '"text":7,"x":"') }),
  ],
  bytes: [(seen) => Object.assign(seen, { text: `${seen.text}\u0000: \ud800` })],
  whole: [(seen) => Object.assign(seen, { text: "" })],
  json: [(seen) => Object.assign(seen, { text: seen.text.replace("data: {", "data: {{") })],
  order: [
    (seen) => Object.assign(seen, { text: inBlocks((blocks) => [...blocks].reverse())(seen.text) }),
    (seen) => Object.assign(seen, { text: inBlocks((blocks) => [blocks[1] ?? "", ...blocks])(seen.text) }),
    (seen) => Object.assign(seen, { text: inBlocks((blocks) => blocks.slice(1))(seen.text) }),
  ],
  "no-done": [(seen) => Object.assign(seen, { text: `${seen.text}event: text\ndata: [DONE]\n\n` })],
  "nothing-after-end": [
    (seen) => Object.assign(seen, { text: inBlocks((blocks) => [...blocks, blocks[1] ?? ""])(seen.text) }),
    (seen) => Object.assign(seen, { text: inBlocks((blocks) => [...blocks, blocks.at(-2) ?? ""])(seen.text) }),
  ],
  events: [(seen) => Object.assign(seen, { text: seen.text.replace("data: {", "data: {{") })],
  created: [inBody((body) => setAll(body, ["created", "created_at"], 7))],
  "usage-sum": [inBody((body) => change(body, "total_tokens", (count) => count + 3))],
  "usage-there": [inBody((body) => setAll(body, ["usage"], null))],
  "usage-counted": [inBody((body, { counts }) => change(body, counts.completion, () => 0))],
  "no-tool": callTool,
  "prompt-counted": [countNoPrompt],
  "max-tokens": [inBody((body, { counts }) => change(body, counts.completion, () => 100_000))],
  "block-index": [inBody((body) => Object.assign(body, body.index === undefined ? {} : { index: body.index + 1 }))],
  "no-empty-text": [inBody((body) => body.content.unshift({ type: "text", text: "" }))],
  "bots/refused/unknown-bot": [(seen) => Object.assign(seen, { status: 200 })],
  "text-counted": [inBody((body, { counts }) => change(body, counts.completion, () => 1))],
  "whole-letters": [halveLetter],
  cut: [sayCut],
  "chat/stop/finish": [sayCut],
  "responses/structured/summary": [inBody((body) => setAll(body.output, ["summary"], []))],
  "as-asked": [spoilText],
  "chat/large/text": [spoilText],
  "chat/large/counted": [countNoPrompt],
  "histories-agree": [inBody((body) => Object.assign(body, { more: true }))],
  completed: [inBody((body) => Object.assign(body, { status: "failed" }))],
  "finish-word": [inBody((body) => setAll(body, ["finish_reason"], "end_turn"))],
  blocks: [inBody((body) => body.content.unshift({ type: "thinking", thinking: "Hm.", signature: "x" }))],
  "cut-off": [inBody((body) => Object.assign(body, { status: "completed", incomplete_details: null }))],
  finished: [inBody((body) => body.response !== undefined && Object.assign(body.response, { status: "in_progress" }))],
  "videos/content/bytes": [(seen) => Object.assign(seen.headers, { "content-type": "text/html" })],
  "files/fetched/media-type": [(seen) => Object.assign(seen.headers, { "content-type": "image/png" })],
  "videos/remixed/another": [
    inBody((body, { earlier }) => Object.assign(body, { id: parsed(earlier.get("videos/created") ?? "").id })),
  ],
};

function writeWords({ headers }: Seen, names: string[]): void {
  for (const name of names) headers[name] = "many";
}

/** Rules that need more than a changed answer to be broken, and where that is tested. */
const brokenElsewhere = /^service\/https$|^service\/streams-closed$|^burst\/models$|not-held-back$/;

/** Breaks one rule on purpose: runs it alone on a deployment whose answer to the rule's own call is changed. */
export async function breakRule(rule: Rule): Promise<boolean> {
  if (brokenElsewhere.test(rule.id)) return true;
  const [own = ""] = rule.exchanges;
  const name = rule.id.startsWith(`${own}/`) ? rule.id.slice(own.length + 1) : "";
  const tried = changes[rule.id] ?? changes[name] ?? changes[rule.id.split("/").at(-1) ?? ""] ?? changes.status ?? [];
  for (const each of tried) if (await isBroken(rule, { own, each })) return true;
  return false;
}

async function isBroken(rule: Rule, { own, each }: { own: string; each: Change }): Promise<boolean> {
  const earlier = new Map<string, string>();
  const report = await runOnResults(
    (result, exchange) => {
      earlier.set(exchange, new TextDecoder().decode(result.reply?.body));
      return exchange === own ? changed(result, { own, each, earlier }) : result;
    },
    {
      ...{ keys, privateBot: "somebody-elses-bot", appBot: "app-creator", allow: ["dear"] },
      // What both path pairs of the account answer is known by then.
      only: ["account/alive", rule.id],
    },
  );
  const outcome = ruleIn(report, rule.id)?.outcome ?? "";
  return ["fail", "warn", "note"].includes(outcome);
}

function changed(
  result: WireResult,
  { own, each, earlier }: { own: string; each: Change; earlier: Map<string, string> },
): WireResult {
  const { reply } = result;
  if (reply === undefined) return result;
  const plan = exchanges.find(({ id }) => id === own);
  const operationId = plan?.operationId ?? "";
  const counts = dialectOf(operationId)?.counts;
  const headers = responseOf(operationId, reply.status)?.headers ?? [];
  const seen: Seen = {
    status: reply.status,
    headers: Object.fromEntries(reply.rawHeaders),
    text: new TextDecoder().decode(reply.body),
    typedHeaders: headers.filter(({ types }) => !types.includes("string")).map(({ name }) => name),
    earlier,
    counts: { prompt: counts?.prompt[0] ?? "", completion: counts?.completion ?? "" },
  };
  try {
    each(seen);
  } catch {
    return result; // an answer without what was to be changed
  }
  const body = seen.text.includes("\u0000") ? Buffer.from([...Buffer.from(seen.text), 0xff]) : Buffer.from(seen.text);
  const pieces = body.length === 0 ? [] : [{ atMs: 2, end: body.length }];
  return {
    ...result,
    reply: { ...reply, status: seen.status, rawHeaders: Object.entries(seen.headers), body, pieces },
  };
}

/** Sets a member wherever it stands. */
function setAll(value: Body, names: string[], to: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const name of Object.keys(value)) {
    if (names.includes(name)) value[name] = to;
    else setAll(value[name], names, to);
  }
}

/** Changes a count wherever it stands. */
function change(value: Body, name: string, to: (count: number) => number): void {
  if (typeof value !== "object" || value === null) return;
  for (const member of Object.keys(value)) {
    if (member === name && typeof value[member] === "number") value[member] = to(value[member]);
    else change(valueAt(value, `/${member}`), name, to);
  }
}

function parsed(text: string): Body {
  return JSON.parse(text);
}
