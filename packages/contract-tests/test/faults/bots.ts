import { type Body, type Fault, inBlocks, isStream, named, textOf } from "./fault.ts";

const inMessages = (id: string, says: string, by: string, change: (query: Body[]) => Body[]): Fault => ({
  ...named(`bots/${id}`, says, by),
  only: ["models", "files", "bots"],
  ask: ({ path, json }) => {
    if (path.startsWith("/bot/") && Array.isArray(json?.query)) json.query = change(json.query);
    return undefined;
  },
});

/** What is lost of a message on its way to a bot, and what of its answer. */
export const botFaults: Fault[] = [
  inMessages("parameters-dropped", "drops custom parameters", "bots/refused/wrong-type-parameters", (query) =>
    query.map(({ parameters: _, ...message }) => message),
  ),
  inMessages("attachments-dropped", "drops attachments", "bots/refused/wrong-type-attachments", (query) =>
    query.map(({ attachments: _, ...message }) => message),
  ),
  inMessages("last-only", "reads the last message only", "bots/refused/missing-earlier-content", (query) =>
    query.slice(-1),
  ),
  inMessages("numbers-as-text", "passes numbers on to bots as text", "bots/stream/status", (query) =>
    query.map((message) => ({
      ...message,
      ...(typeof message.parameters === "object" && {
        parameters: Object.fromEntries(
          Object.entries(message.parameters).map(([name, value]) => [
            name,
            typeof value === "number" ? String(value) : value,
          ]),
        ),
      }),
    })),
  ),
  {
    ...named("bots/one-event", "sends the text of a bot in one event", "bots/stream/in-pieces"),
    answer: (answer, { path }) => {
      if (!path.startsWith("/bot/") || !isStream(answer)) return;
      answer.body = inBlocks((blocks) => {
        const isText = (block: string) => block.startsWith("event: text\n");
        const text = blocks
          .filter(isText)
          .map((block) => JSON.parse(block.slice(block.indexOf("data: ") + 6)).text)
          .join("");
        const first = blocks.findIndex(isText);
        return blocks.flatMap((block, at) => {
          if (!isText(block)) return [block];
          return at === first ? [`event: text\ndata: ${JSON.stringify({ text })}`] : [];
        });
      })(textOf(answer));
    },
  },
];
