import {
  type Asked,
  type Body,
  type Fault,
  inAnswer,
  inBlocks,
  inStream,
  isStream,
  named,
  refusal,
  textOf,
  without,
} from "./fault.ts";

const inMessages = (id: string, says: string, by: string, change: (query: Body[]) => Body[]): Fault => ({
  ...named(`bots/${id}`, says, by),
  only: ["models", "files", "bots"],
  ask: ({ path, json }) => {
    if (path.startsWith("/bot/") && Array.isArray(json?.query)) json.query = change(json.query);
    return undefined;
  },
});

const isBot = ({ path }: Asked) => path.startsWith("/bot/");
const inBot = (id: string, says: string, by: string, change: (text: string) => string): Fault =>
  inAnswer(named(`bots/${id}`, says, by), (answer, asked) => {
    if (isBot(asked) && isStream(answer)) answer.body = change(textOf(answer));
  });
const bot = (path: string) => path.startsWith("/bot/");

/** Losses from a message on its way to a bot, and from its answer. */
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
  inBot("loses-piece", "loses a piece of a bot's text", "bots/stream/as-asked", (text) => {
    let nth = 0;
    return inBlocks((blocks) => blocks.filter((block) => !block.startsWith("event: text\n") || nth++ !== 2))(text);
  }),
  inBot("swaps-pieces", "swaps two pieces of a bot's text", "bots/stream/as-asked", (text) =>
    inBlocks((blocks) => {
      const at = blocks.findIndex((block) => block.startsWith("event: text\n"));
      return blocks.toSpliced(at + 1, 2, blocks[at + 2] ?? "", blocks[at + 1] ?? "");
    })(text),
  ),
  inBot("meta-late", "sends meta after the first text", "bots/stream/meta-first", (text) =>
    inBlocks((blocks) => blocks.toSpliced(0, 2, blocks[1] ?? "", blocks[0] ?? ""))(text),
  ),
  {
    ...named("bots/no-stop", "ignores stop sequences of bots", "bots/stream/stop"),
    ask: (asked) => {
      if (isBot(asked) && asked.json?.stop_sequences) delete asked.json.stop_sequences;
      return undefined;
    },
  },
  inAnswer(named("bots/no-done", "does not end a bot's answer", "bots/stream/complete"), (answer, asked) => {
    if (bot(asked.path) && answer.status === 200)
      inStream(named("", "", []), asked.path, without("done")).answer?.(answer, asked, {});
  }),
  inAnswer(
    named("bots/broken-json", "sends an event of a bot that is no JSON", "bots/stream/json"),
    (answer, asked) => {
      if (bot(asked.path) && answer.status === 200)
        inStream(named("", "", []), asked.path, (text) => text.replace('{"text"', '{"text')).answer?.(
          answer,
          asked,
          {},
        );
    },
  ),
  inAnswer(named("bots/no-event-lines", "names no events of a bot", "bots/stream/"), (answer, asked) => {
    if (bot(asked.path) && answer.status === 200)
      inStream(named("", "", []), asked.path, (text) => text.replaceAll(/^event: .*\n/gm, "")).answer?.(
        answer,
        asked,
        {},
      );
  }),
  inAnswer(named("bots/no-text", "answers for a bot without a text", "bots/stream/text"), (answer, asked) => {
    if (bot(asked.path) && answer.status === 200)
      inStream(named("", "", []), asked.path, without("text")).answer?.(answer, asked, {});
  }),
  {
    ...inAnswer(named("bots/any-key", "lets any key query a bot", "bots/refused/wrong-key"), (answer, asked) => {
      if (bot(asked.path) && answer.status === 401) answer.status = 200;
    }),
    only: ["models", "bots"],
  },
  {
    ...named("bots/made-by-users-missing", "finds no bot that a user made", "bots/refused/missing-query"),
    ask: ({ path }) =>
      /^\/bot\/trip-planner$/i.test(path) ? refusal(404, "invalid_request_error", "not_found") : undefined,
  },
  {
    ...named("bots/unknown-as-text", "answers for a bot that does not exist", "bots/refused/"),
    answer: (answer, asked) => {
      if (!isBot(asked) || !textOf(answer).includes("model_not_found")) return;
      Object.assign(answer, {
        status: 200,
        body: 'event: text\ndata: {"text":"Which bot?"}\n\nevent: done\ndata: {}\n\n',
      });
      answer.headers["content-type"] = "text/event-stream";
    },
  },
  {
    ...named("bots/private", "lets private bots be queried", "bots/refused/private-bot"),
    ask: (asked) => {
      if (asked.path === "/bot/somebody-elses-bot") asked.path = "/bot/trip-planner";
      return undefined;
    },
  },
  {
    ...named("bots/turns-refused", "takes no turn of a bot", "bots/stream/status"),
    ask: (asked) =>
      isBot(asked) && asked.json?.query?.some(({ role }: Body) => role === "bot")
        ? refusal(400, "invalid_request_error", "invalid_parameter")
        : undefined,
  },
];
