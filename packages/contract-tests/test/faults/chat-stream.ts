import { gone, plus, times } from "./edit.ts";
import { type Body, type Fault, textOf } from "./fault.ts";
import { editAnswer, inAnswers, inBlocksOf, inEvents, inPieces, inPiecesOf, inStreams } from "./rows.ts";

const events = inEvents({ ids: "chat-stream/", in: "chat" });
const stream = inStreams({ ids: "chat-stream/", in: "chat" });
const blocks = inBlocksOf({ ids: "chat-stream/", in: "chat" });
const pieces = inPiecesOf({ ids: "chat-stream/", in: "chat" });
const isStreamed = ({ json }: { json: Body }) => json?.stream === true;
const answer = inAnswers({ ids: "chat-stream/", in: "chat", status: 200, is: isStreamed });
const refusal = inAnswers({ ids: "chat-stream/", in: "chat", status: "error", is: isStreamed });
const smallEvents = inEvents({ ids: "small/", in: "chat" });
const smallBlocks = inBlocksOf({ ids: "small/", in: "chat" });
const smallPieces = inPiecesOf({ ids: "small/", in: "chat" });
const small = inStreams({ ids: "small/", in: "chat" });

const plain =
  '{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"x"},"finish_reason":"stop"}]}';
const hasText = (block: string) => /"content":"[^"]/.test(block);
const hasReason = (block: string) => /"finish_reason":"/.test(block);
const hasUsage = (block: string) => /"usage":\{/.test(block);
const insertAt = (blocks: string[], at: number, block = "") => blocks.toSpliced(at, 0, block);
const swapAt = (blocks: string[], at: number) => blocks.toSpliced(at, 2, blocks[at + 1] ?? "", blocks[at] ?? "");

/** Streamed chat completions, and how gateways break them. */
export const chatStreamFaults: Fault[] = [
  answer("plain", "answers with the whole reply where a stream was asked for", "chat/stream/media-type", {
    headers: { "content-type": "application/json" },
    body: plain,
  }),
  answer("called-plain", "calls the stream text/plain", "chat/stream/media-type", {
    headers: { "content-type": "text/plain" },
  }),
  answer("called-json", "calls the stream application/json", "chat/stream/media-type", {
    headers: { "content-type": "application/json" },
  }),
  stream("lines", "sends JSON lines and no events", "chat/stream/", (text) =>
    text.replaceAll("data: ", "").replaceAll("\n\n", "\n"),
  ),
  answer("not-utf8", "has bytes in a stream that are no UTF-8", "chat/stream/bytes", (made) => {
    made.body = Buffer.concat([Buffer.from(": \xff\n", "latin1"), Buffer.from(made.body)]);
  }),
  stream("no-done", "does not send [DONE]", "chat/stream/ends-with-done", (text) =>
    text.replace("data: [DONE]\n\n", ""),
  ),
  stream("done-lower", "sends [done]", "chat/stream/", (text) => text.replace("[DONE]", "[done]")),
  stream("done-twice", "sends [DONE] twice", "chat/stream/", (text) => `${text}data: [DONE]\n\n`),
  stream("after-done", "goes on after [DONE]", "chat/stream/nothing-after-end", (text) => {
    return `${text}${text.split("\n\n")[1]}\n\n`;
  }),
  blocks("stops", "stops in the middle of a stream", "chat/stream/complete", (all) => all.slice(0, 3)),
  events("no-finish", "ends a stream without a finish reason", "chat/stream/complete", ({ choices }) =>
    choices[0]?.finish_reason ? gone : undefined,
  ),
  stream("no-blank-line", "does not end the last event with a blank line", "chat/stream/bytes", (text) =>
    text.trimEnd(),
  ),
  stream("one-newline", "sends no blank lines between events", "chat/stream/", (text) => text.replaceAll("\n\n", "\n")),
  stream("broken-json", "sends an event that is no JSON", "chat/stream/json", (text) =>
    text.replace('"index":0', '"index":'),
  ),
  stream("empty", "sends an empty stream", "chat/stream/whole", () => ""),
  stream("only-done", "sends nothing but [DONE]", "chat/stream/", () => "data: [DONE]\n\n"),
  stream("no-choices", "leaves choices out of a chunk", "chat/stream/schema", (text) =>
    text.replace('"choices":', '"options":'),
  ),
  stream("message", "sends message where delta belongs", "chat/stream/", (text) =>
    text.replaceAll('"delta":', '"message":'),
  ),
  events("id-changes", "changes the id within a stream", "chat/stream/identity", (data, index) => {
    data.id += `-${index}`;
  }),
  events("no-id", "leaves the id out of the chunks", "chat/stream/schema", { id: gone }),
  events("model-changes", "changes the model within a stream", "chat/stream/identity", (data, index) => {
    if (index === 2) data.model = "other";
  }),
  events("created-changes", "changes the time within a stream", "chat/stream/identity", (data, index) => {
    data.created += index;
  }),
  events("object", "names another object in chunks", "chat/stream/schema", { object: "chat.completion" }),
  pieces("loses-piece", "loses a piece of the text", "chat/stream/text", (_delta, nth) => nth === 1 && gone),
  blocks("repeats-piece", "sends a piece of the text twice", "chat/stream/text", (all) => insertAt(all, 3, all[2])),
  blocks("swaps-pieces", "sends two pieces of the text in the wrong order", "chat/stream/text", (all) =>
    swapAt(all, 1),
  ),
  stream("cumulative", "sends the whole text so far in each piece", "chat/stream/text", (text) => {
    let sum = "";
    return inPieces((delta) => {
      delta.content = sum += delta.content;
    })(text);
  }),
  pieces("no-text", "sends no text in a stream", "chat/stream/text", () => gone),
  pieces("mojibake", "spoils characters beyond ASCII in a stream", "chat/stream", (delta) => {
    delta.content = Buffer.from(delta.content).toString("latin1");
  }),
  blocks("text-after-finish", "sends text after the finish reason", "chat/stream/", (all) =>
    insertAt(all, all.findIndex(hasReason) + 1, all[2]),
  ),
  stream("index", "numbers the choice as text", "chat/stream/schema", (text) =>
    text.replaceAll('"index":0', '"index":"0"'),
  ),
  events("usage-sum", "streams a total that is not the sum", "chat/stream-usage/", { "usage.total_tokens": plus(1) }),
  events("usage-other", "counts other prompt tokens for a stream than for the plain reply", "chat/stream-usage/", {
    "usage.prompt_tokens": plus(40),
    "usage.total_tokens": plus(40),
  }),
  blocks("no-usage", "streams no usage when asked for it", "chat/stream-usage/", (all) =>
    all.filter((block) => !hasUsage(block)),
  ),
  blocks("error-inside", "ends every stream with an error", "chat/streams-end", (all) => [
    ...all.slice(0, 2),
    'data: {"error":{"message":"Overloaded","type":"api_error","code":"internal_error"}}',
  ]),
  refusal("refusal-inside", "refuses with 200 and an error in the stream", "chat/refused/streamed", (made) => {
    const body = `data: ${textOf(made)}\n\ndata: [DONE]\n\n`;
    editAnswer(made, { status: 200, mediaType: "text/event-stream", body });
  }),
  refusal("refusal-as-event", "refuses a stream with an event as body", "chat/refused/streamed", (made) => {
    editAnswer(made, { mediaType: "text/event-stream", body: `data: ${textOf(made)}\n\n` });
  }),
];

/** Streams of the small deployment, above all long ones. */
export const chatStreamLongFaults: Fault[] = [
  smallBlocks("done-first", "sends [DONE] before the last chunk", "chat/stream/", (all) => swapAt(all, all.length - 2)),
  smallPieces("trims", "trims the pieces of the text", "chat/stream", (delta) => {
    delta.content = delta.content.trim();
  }),
  smallBlocks("swaps-late", "swaps two pieces late in the text", "chat/stream", (all) =>
    all.length < 12 ? all : swapAt(all, 7),
  ),
  smallBlocks("doubles-late", "sends a piece twice late in the text", "chat/stream", (all) =>
    all.length < 12 ? all : insertAt(all, 8, all[7]),
  ),
  smallBlocks("loses-last", "loses the last piece of the text", ["chat/stream/text", "chat/stream"], (all) =>
    all.filter((block) => block !== all.findLast(hasText)),
  ),
  small("splits-letters", "splits letters beyond ASCII between pieces", "chat/stream", (text) =>
    text.replaceAll("ü", "\ufffd\ufffd"),
  ),
  small("finish-stop", "says stop in a stream that max_tokens ended", "chat/stream-usage/finish", (text) =>
    text.replace('"finish_reason":"length"', '"finish_reason":"stop"'),
  ),
  smallBlocks("finish-content", "sends text after the finish reason", "chat/stream/", (all) =>
    insertAt(all, all.length - 1, all.findLast(hasText)),
  ),
  smallBlocks("usage-after-done", "tells the usage after [DONE]", "chat/stream-usage/", (all) => [
    ...all.filter((block) => !hasUsage(block)),
    ...all.filter(hasUsage),
  ]),
  smallEvents("usage-over", "counts one completion token more in streams", "chat/stream-usage/", {
    "usage.completion_tokens": plus(1),
    "usage.total_tokens": plus(1),
  }),
  smallEvents("role-user", "says that the user speaks in a stream", "chat/stream/role", {
    "choices.0.delta.role": () => "user",
  }),
  smallEvents("created-ms", "says in milliseconds when a stream was made", "chat/stream/created", {
    created: times(1000),
  }),
  smallEvents(
    "index-rises",
    "raises the index of the choice with each chunk",
    "chat/stream/index",
    ({ choices }, index) => {
      if (choices[0] !== undefined) choices[0].index = index;
    },
  ),
  smallEvents("same-id", "gives all streams the same id", "chat/ids-unique", { id: "stream" }),
];
