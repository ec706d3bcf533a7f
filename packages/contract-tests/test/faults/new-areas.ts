import {
  type Asked,
  type Body,
  editJson,
  type Fault,
  inAnswer,
  inBlocks,
  inData,
  inReply,
  inStream,
  isJson,
  isStream,
  named,
  paths,
  textOf,
} from "./fault.ts";

const isBot = ({ path }: Asked) => path.startsWith("/bot/");
const isHistory = ({ path }: Asked) => path === "/usage/points_history" || path === "/v1/usage/history";
const dayMicroseconds = 86_400_000_000;

const inBot = (id: string, says: string, by: string, change: (text: string) => string): Fault =>
  inAnswer(named(`bots/${id}`, says, by), (answer, asked) => {
    if (isBot(asked) && isStream(answer)) answer.body = change(textOf(answer));
  });

const inHistory = (id: string, says: string, by: string, change: (page: Body, asked: Asked) => void): Fault =>
  inAnswer(named(`account/${id}`, says, by), (answer, asked) => {
    if (isHistory(asked) && answer.status === 200 && isJson(answer)) editJson(answer, (page) => change(page, asked));
  });

const inUpload = (id: string, says: string, by: string, change: (body: Body) => void): Fault =>
  inReply(named(`files/${id}`, says, by), "/v1/files", change);

/** Lines that servers of other languages show in errors. */
const internals = {
  python: 'Traceback (most recent call last):\n  File "/srv/app/main.py", line 12, in handle',
  java: "java.lang.NullPointerException at com.example.Gateway.handle(Gateway.java:88)",
  dotnet: "System.NullReferenceException: Object reference not set to an instance of an object.",
  php: "Fatal error: Uncaught TypeError in handler on line 31",
  ruby: "app/models/key.rb:14:in `find'",
  go: "panic: goroutine 17 [running]: main.handle",
  rust: "thread 'main' panicked at src/main.rs:10:5",
  sql: "SQLSTATE[42P01]: Undefined table",
  network: "dial tcp 10.0.3.17:5432: connection refused",
};

/** Bots, files, the account and the service: what no fault of the older lists is about. */
export const newAreaFaults: Fault[] = [
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
  inUpload("no-address", "says no address of a file", "files/upload/", (body) => {
    delete body.attachment_url;
  }),
  inUpload("relative-address", "says a path for the address of a file", "files/upload/", (body) => {
    body.attachment_url = new URL(body.attachment_url).pathname;
  }),
  inUpload("name-latin-1", "takes the letters of a file's name for Latin-1", "files/upload/name", (body) => {
    const name = Buffer.from(decodeURIComponent(body.attachment_url.split("/").at(-1))).toString("latin1");
    body.attachment_url = body.attachment_url.replace(/[^/]*$/, encodeURIComponent(name));
  }),
  {
    ...named("files/same-address", "gives two files of the same name one address", "files/second/own-address"),
    answer: (answer, { path }, memory) => {
      if (path !== "/v1/files" || answer.status !== 200) return;
      editJson(answer, (body) => {
        memory.first ??= body.attachment_url;
        body.attachment_url = memory.first;
      });
    },
  },
  inUpload("size", "says another size of a file", "files/upload/told", (body) => {
    body.size += 7;
  }),
  inUpload("media-type", "calls a text a picture", "files/upload/told", (body) => {
    body.mime_type = "image/png";
  }),
  inUpload("dead-address", "says an address at which there is nothing", "files/fetched/status", (body) => {
    body.attachment_url = `${body.attachment_url.split("/files/")[0]}/files/0000000000000000/x.txt`;
  }),
  inAnswer(named("files/other-bytes", "gives back another file", "files/fetched/bytes"), (answer, asked) => {
    if (asked.path.startsWith("/files/") && answer.status === 200) answer.body = "Something else.";
  }),
  inHistory("old-entries", "keeps entries for a year", "service/history-age", (page) => {
    const last = page.data.at(-1);
    if (page.data.length > 2) last.creation_time -= 100 * dayMicroseconds;
  }),
  inHistory("same-time", "says the same time of every entry", "service/history-clock", (page) => {
    const time = page.data[0]?.creation_time;
    for (const entry of page.data) entry.creation_time = time;
  }),
  inHistory("other-usd", "says a cost in USD that has nothing to do with the points", "service/history-usd", (page) => {
    for (const [at, entry] of page.data.entries()) entry.cost_usd = String(0.001 * (1 + 5 * at));
  }),
  inReply(
    named("models/prices-per-thousand", "says prices of a thousand tokens", "account/entry-usd"),
    paths.models,
    (body) => {
      for (const { pricing } of body.data)
        for (const name of ["prompt", "completion"]) if (pricing?.[name]) pricing[name] = String(1000 * pricing[name]);
    },
  ),
  inHistory("small-pages", "gives pages of two entries", "account/page-size", (page, asked) => {
    if (asked.query.has("limit") || page.data.length <= 2) return;
    page.data = page.data.slice(0, 2);
    Object.assign(page, { length: 2, has_more: true });
  }),
  inAnswer(named("account/cached", "keeps the balance in a cache", "account/not-cached"), (answer, asked) => {
    if (asked.path === "/usage/current_balance") Object.assign(answer.headers, { "x-cache": "HIT", age: "12" });
  }),
  inReply(
    named("models/shuffled-each-time", "puts the models in another order each time", "models/list/same"),
    paths.models,
    (body, _asked, memory) => {
      memory.turn = (memory.turn ?? 0) + 1;
      body.data = [...body.data.slice(memory.turn), ...body.data.slice(0, memory.turn)];
    },
  ),
  inAnswer(named("service/same-request-id", "gives all answers one id", "service/request-ids"), (answer) => {
    answer.headers["x-request-id"] = "req-1";
  }),
  inAnswer(named("service/remaining-stays", "says the same of what remains", "service/remaining-falls"), (answer) => {
    if ("x-ratelimit-remaining-requests" in answer.headers) answer.headers["x-ratelimit-remaining-requests"] = "499";
  }),
  ...Object.entries(internals).map(([name, line]) =>
    inAnswer(
      named(`service/shows-${name}`, `shows in errors how it works inside (${name})`, "service/no-internals"),
      (answer, asked) => {
        if (asked.path !== paths.chat || answer.status !== 400 || !isJson(answer)) return;
        editJson(answer, (body) => {
          body.error.message = `It failed: ${line}`;
        });
      },
    ),
  ),
  inReply(
    named("messages/no-stop-sequence", "does not say which stop sequence ended a message", "messages/short/"),
    paths.messages,
    (body) => {
      body.stop_sequence = null;
    },
  ),
  inStream(
    named(
      "messages-stream/tool-starts-full",
      "starts a streamed tool call with an input",
      "messages/tools-stream/call",
    ),
    paths.messages,
    inData((data) => {
      if (data.content_block?.type === "tool_use") data.content_block.input = { city: "Rome" };
      return data;
    }),
  ),
  inAnswer(
    named("messages/same-tool-id", "gives all tool calls of messages the same id", "messages/tools-stream/own-id"),
    (answer, asked) => {
      if (asked.path === paths.messages && answer.status === 200)
        answer.body = textOf(answer).replace(/"id":"toolu[^"]*"/, '"id":"toolu_1"');
    },
  ),
  inStream(
    named("messages-stream/tool-loses-piece", "loses a piece of a streamed tool input", "messages/tools-stream/call"),
    paths.messages,
    (text) => {
      let nth = 0;
      return inData((data) => {
        if (data.delta?.partial_json && nth++ === 0) data.delta.partial_json = "";
        return data;
      })(text);
    },
  ),
  inStream(
    named("responses/no-search", "does not search the web", "responses/structured/search"),
    paths.responses,
    inData((data) => {
      if (data.response?.output)
        data.response.output = data.response.output.filter(({ type }: Body) => type !== "web_search_call");
      return data;
    }),
  ),
  ...keyFaults(),
];

/** Each kind of key is taken on each route for one that may do all. */
function keyFaults(): Fault[] {
  const kinds = { revoked: "sk-mock-revoked", "no-permission": "sk-mock-limited", "no-points": "sk-mock-low" };
  const routes = { messages: paths.messages, responses: paths.responses, bots: "/bot/" };
  return Object.entries(kinds).flatMap(([kind, key]) =>
    Object.entries(routes)
      .filter(([route]) => !(kind === "no-points" && route === "bots"))
      .map(
        ([route, path]): Fault => ({
          ...named(`keys/${kind}-on-${route}`, `takes the key ${kind} on ${route}`, `keys/${kind}-${route}`),
          ask: (asked) => {
            if (asked.path.startsWith(path) && asked.headers.authorization === `Bearer ${key}`)
              asked.headers.authorization = "Bearer sk-mock-full";
            return undefined;
          },
        }),
      ),
  );
}
