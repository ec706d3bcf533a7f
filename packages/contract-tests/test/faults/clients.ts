import { type Body, editJson, type Fault, inAnswer, inBlocks, inData, inStream, named, paths } from "./fault.ts";

const ofTools = (data: Body): Body[] => data.choices?.[0]?.delta?.tool_calls ?? [];

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
  inStream(
    named("clients/half-letters", "cuts a letter of four bytes between two events", "chat/stream/whole-letters"),
    paths.chat,
    inBlocks((blocks) =>
      blocks.flatMap((block) => {
        const data: Body = block.startsWith("data: {") ? JSON.parse(block.slice(6)) : {};
        const [first, ...rest] = cutInLetter(data.choices?.[0]?.delta?.content ?? "");
        if (rest.length === 0) return [block];
        return [first, ...rest].map((content) => {
          const choices = [{ ...data.choices[0], delta: { ...data.choices[0].delta, content } }];
          return `data: ${JSON.stringify({ ...data, choices })}`;
        });
      }),
    ),
  ),
  inStream(
    named("clients/id-repeated", "sends the id of a call of a tool with each of its pieces", "chat/tools-stream/call"),
    paths.chat,
    (text) => {
      const ids: Record<number, string> = {};
      return inData((data) => {
        for (const piece of ofTools(data)) piece.id = ids[piece.index] ??= piece.id;
        return data;
      })(text);
    },
  ),
  inStream(
    named("clients/no-tool-type", "streams calls of tools without their type", "chat/tools-stream/call"),
    paths.chat,
    inData((data) => {
      for (const piece of ofTools(data)) delete piece.type;
      return data;
    }),
  ),
  inStream(
    named("clients/usage-twice", "sends the usage of a stream twice", "chat/stream-usage/"),
    paths.chat,
    inBlocks((blocks) => blocks.flatMap((block) => (/"usage":\{/.test(block) ? [block, block] : [block]))),
  ),
  ...forms.map(([name, says, write]) =>
    inAnswer(
      named(`clients/key-${name}`, `tells a key ${says} in an error`, "service/key-not-echoed"),
      (answer, { path, headers }) => {
        const key = headers.authorization?.replace("Bearer ", "") ?? "";
        if (answer.status === 400 && path === paths.chat)
          editJson(answer, ({ error }) => {
            error.message += ` You sent ${write(key)}.`;
          });
      },
    ),
  ),
];
