import { type Body, type Fault, inBlocks, inData, inStream, named, paths } from "./fault.ts";

const at = (id: string, says: string, by: string | string[]) => named(`small/${id}`, says, by);
const stream = (id: string, says: string, by: string | string[], change: (text: string) => string): Fault =>
  inStream(at(id, says, by), paths.chat, change);
const hasText = (data: Body) =>
  typeof data.choices?.[0]?.delta?.content === "string" && data.choices[0].delta.content !== "";

/** Streams of the small deployment, above all long ones. */
export const chatStreamLongFaults: Fault[] = [
  stream("done-twice", "sends [DONE] twice", "chat/stream/", (text) => `${text}data: [DONE]\n\n`),
  stream(
    "done-first",
    "sends [DONE] before the last chunk",
    "chat/stream/",
    inBlocks((blocks) => [...blocks.slice(0, -2), blocks.at(-1) ?? "", blocks.at(-2) ?? ""]),
  ),
  stream(
    "chunk-ids",
    "gives each chunk an id of its own",
    "chat/stream/identity",
    inData((data, index) => ({ ...data, id: `${data.id}-${index}` })),
  ),
  stream(
    "trims",
    "trims the pieces of the text",
    "chat/stream",
    inData((data) => {
      if (hasText(data)) data.choices[0].delta.content = data.choices[0].delta.content.trim();
      return data;
    }),
  ),
  stream(
    "swaps-late",
    "swaps two pieces late in the text",
    "chat/stream",
    inBlocks((blocks) => {
      if (blocks.length < 12) return blocks;
      const [one = "", two = ""] = blocks.slice(7, 9);
      return [...blocks.slice(0, 7), two, one, ...blocks.slice(9)];
    }),
  ),
  stream(
    "doubles-late",
    "sends a piece twice late in the text",
    "chat/stream",
    inBlocks((blocks) => (blocks.length < 12 ? blocks : [...blocks.slice(0, 8), blocks[7] ?? "", ...blocks.slice(8)])),
  ),
  stream(
    "loses-last",
    "loses the last piece of the text",
    ["chat/stream/text", "chat/stream"],
    inBlocks((blocks) => {
      const last = blocks.findLastIndex((block) => /"content":"[^"]/.test(block));
      return blocks.filter((_, index) => index !== last);
    }),
  ),
  stream("splits-letters", "splits letters beyond ASCII between pieces", "chat/stream", (text) =>
    text.replaceAll("ü", "\ufffd\ufffd"),
  ),
  stream("finish-stop", "says stop in a stream that max_tokens ended", "chat/stream-usage/finish", (text) =>
    text.replace('"finish_reason":"length"', '"finish_reason":"stop"'),
  ),
  stream(
    "finish-content",
    "sends text after the finish reason",
    "chat/stream/",
    inBlocks((blocks) => {
      const text = blocks.findLast((block) => /"content":"[^"]/.test(block)) ?? "";
      return [...blocks.slice(0, -1), text, ...blocks.slice(-1)];
    }),
  ),
  stream(
    "usage-after-done",
    "tells the usage after [DONE]",
    "chat/stream-usage/",
    inBlocks((blocks) => {
      const usage = blocks.find((block) => /"usage":\{/.test(block));
      return usage === undefined ? blocks : [...blocks.filter((block) => block !== usage), usage];
    }),
  ),
  stream(
    "usage-over",
    "counts one completion token more in streams",
    "chat/stream-usage/",
    inData((data) => {
      if (data.usage) {
        data.usage.completion_tokens += 1;
        data.usage.total_tokens += 1;
      }
      return data;
    }),
  ),
  stream(
    "role-user",
    "says that the user speaks in a stream",
    "chat/stream/role",
    inData((data) => {
      if (data.choices?.[0]?.delta?.role !== undefined) data.choices[0].delta.role = "user";
      return data;
    }),
  ),
  stream(
    "created-ms",
    "says in milliseconds when a stream was made",
    "chat/stream/created",
    inData((data) => ({ ...data, created: data.created * 1000 })),
  ),
  stream(
    "index-rises",
    "numbers the choice of each chunk anew",
    "chat/stream/index",
    inData((data, index) => {
      if (data.choices?.[0] !== undefined) data.choices[0].index = index;
      return data;
    }),
  ),
  stream(
    "same-id",
    "gives all streams the same id",
    "chat/ids-unique",
    inData((data) => ({ ...data, id: "stream" })),
  ),
];
