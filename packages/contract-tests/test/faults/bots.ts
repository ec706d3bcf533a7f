import { gone } from "./edit.ts";
import { type Body, type Fault, textOf } from "./fault.ts";
import {
  editAnswer,
  inAnswers,
  inAsked,
  inBlocksOf,
  inRequests,
  inStreams,
  refused,
  refuses,
  without,
} from "./rows.ts";

const at = { ids: "bots/", in: "bots" } as const;
const request = inRequests({ ...at, only: ["models", "files", "bots"] });
const stream = inStreams(at);
const blocks = inBlocksOf(at);
const isText = (block: string) => block.startsWith("event: text\n");
const textIn = (block: string) => JSON.parse(block.slice(block.indexOf("data: ") + 6)).text;
const swapAt = (all: string[], first: number) => all.toSpliced(first, 2, all[first + 1] ?? "", all[first] ?? "");
const listed = (change: (query: Body[]) => Body[]) => (query: unknown) =>
  Array.isArray(query) ? change(query) : query;
const asText = (value: unknown) => (typeof value === "number" ? String(value) : value);

/** Losses from a message on its way to a bot, and from its answer. */
export const botFaults: Fault[] = [
  request("parameters-dropped", "drops custom parameters", "bots/refused/wrong-type-parameters", {
    "query.*.parameters": gone,
  }),
  request("attachments-dropped", "drops attachments", "bots/refused/wrong-type-attachments", {
    "query.*.attachments": gone,
  }),
  request("last-only", "reads the last message only", "bots/refused/missing-earlier-content", {
    query: listed((query) => query.slice(-1)),
  }),
  request("numbers-as-text", "passes numbers on to bots as text", "bots/stream/status", {
    "query.*.parameters": (parameters) =>
      typeof parameters === "object"
        ? Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, asText(value)]))
        : parameters,
  }),
  blocks("one-event", "sends the text of a bot in one event", "bots/stream/in-pieces", (all) => {
    const text = all.filter(isText).map(textIn).join("");
    return all
      .filter((block, nth) => !isText(block) || nth === all.findIndex(isText))
      .map((block) => (isText(block) ? `event: text\ndata: ${JSON.stringify({ text })}` : block));
  }),
  blocks("loses-piece", "loses a piece of a bot's text", "bots/stream/as-asked", (all) => {
    const [, , third] = all.flatMap((block, nth) => (isText(block) ? [nth] : []));
    return all.filter((_block, nth) => nth !== third);
  }),
  blocks("swaps-pieces", "swaps two pieces of a bot's text", "bots/stream/as-asked", (all) =>
    swapAt(all, all.findIndex(isText) + 1),
  ),
  blocks("meta-late", "sends meta after the first text", "bots/stream/meta-first", (all) => swapAt(all, 0)),
  inRequests(at)("no-stop", "ignores stop sequences of bots", "bots/stream/stop", (json) => delete json.stop_sequences),
  stream("no-done", "does not end a bot's answer", "bots/stream/complete", without("done")),
  stream("broken-json", "sends an event of a bot that is no JSON", "bots/stream/json", (text) =>
    text.replace('{"text"', '{"text'),
  ),
  stream("no-event-lines", "names no events of a bot", "bots/stream/", (text) => text.replaceAll(/^event: .*\n/gm, "")),
  stream("no-text", "answers for a bot without a text", "bots/stream/text", without("text")),
  inAnswers({ ...at, status: 401, only: ["models", "bots"] })("any-key", "lets any key in", "bots/refused/wrong-key", {
    status: 200,
  }),
  refuses(at)(
    "made-by-users-missing",
    "finds no bot of users",
    "bots/refused/missing-query",
    refused.notFound,
    ({ path }) => /^\/bot\/trip-planner$/i.test(path),
  ),
  inAnswers(at)("unknown-as-text", "answers for a bot that does not exist", "bots/refused/", (answer) => {
    if (textOf(answer).includes("model_not_found"))
      editAnswer(answer, {
        status: 200,
        headers: { "content-type": "text/event-stream" },
        body: 'event: text\ndata: {"text":"Which bot?"}\n\nevent: done\ndata: {}\n\n',
      });
  }),
  inAsked(at)("private", "lets private bots be queried", "bots/refused/private-bot", (asked) => {
    if (asked.path === "/bot/somebody-elses-bot") asked.path = "/bot/trip-planner";
  }),
  refuses(at)("turns-refused", "takes no turn of a bot", "bots/stream/status", refused.invalid, ({ json }) =>
    json?.query?.some(({ role }: Body) => role === "bot"),
  ),
];
