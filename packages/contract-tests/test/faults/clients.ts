import { gone } from "./edit.ts";
import type { Body, Fault } from "./fault.ts";
import { inBlocksOf, inData, inErrors, inEvents, inStreams } from "./rows.ts";

const chat = { ids: "clients/", in: "chat" } as const;
const blocks = inBlocksOf(chat);

/** The parts of a text, cut between the halves of a letter beyond the basic plane, where it has one. */
const cutInLetter = (text: string): string[] => text.split(/(?<=[\ud800-\udbff])(?=[\udc00-\udfff])/);

/** The forms of a key by which who reads an error has it. */
const forms: [name: string, says: string, write: (key: string) => string][] = [
  ["hex", "in hexadecimal", (key) => Buffer.from(key).toString("hex")],
  ["capitals", "in capitals", (key) => key.toUpperCase()],
  ["header-base64", "with its scheme, in base64", (key) => Buffer.from(`Bearer ${key}`).toString("base64url")],
  ["reversed", "from its end to its beginning", (key) => [...key].reverse().join("")],
  ["spaced", "letter by letter", (key) => [...key].join(" ")],
  ["most", "but for its last two characters", (key) => `${key.slice(0, -2)}**`],
];

/** Faults that a look at the reply does not show, and that a client or a reader meets. */
export const clientFaults: Fault[] = [
  blocks("half-letters", "cuts a letter of four bytes between two events", "chat/stream/whole-letters", (all) =>
    all.flatMap((block) => {
      const data: Body = block.startsWith("data: {") ? JSON.parse(block.slice(6)) : {};
      const parts = cutInLetter(data.choices?.[0]?.delta?.content ?? "");
      if (parts.length === 1) return [block];
      return parts.map((content) => {
        data.choices[0].delta.content = content;
        return `data: ${JSON.stringify(data)}`;
      });
    }),
  ),
  inStreams(chat)("id-repeated", "sends a tool call's id with each of its pieces", "chat/tools-stream/call", (text) => {
    const ids: Record<number, string> = {};
    return inData(({ choices }) => {
      for (const piece of choices?.[0]?.delta?.tool_calls ?? []) piece.id = ids[piece.index] ??= piece.id;
    })(text);
  }),
  inEvents(chat)("no-tool-type", "streams calls of tools without their type", "chat/tools-stream/call", {
    "choices.0.delta.tool_calls.*.type": gone,
  }),
  blocks("usage-twice", "sends the usage of a stream twice", "chat/stream-usage/", (all) =>
    all.flatMap((block) => (/"usage":\{/.test(block) ? [block, block] : [block])),
  ),
  ...forms.map(([name, says, write]) =>
    inErrors({ ...chat, status: 400 })(
      `key-${name}`,
      `tells a key ${says} in an error`,
      "service/key-not-echoed",
      ({ error }, { headers }) => {
        error.message += ` You sent ${write(headers.authorization?.replace("Bearer ", "") ?? "")}.`;
      },
    ),
  ),
];
