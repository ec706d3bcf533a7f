import { type Body, type Fault, textOf } from "./fault.ts";
import { inAnswers, inEvents, inPieces, inReplies, inRequests, inStreams } from "./rows.ts";

/** The interfaces by what a fault on any of them has to know: where they keep what it spoils. */
const interfaces = [
  {
    name: "chat" as const,
    what: "a chat completion",
    usage: ["prompt_tokens", "completion_tokens"] as const,
    textIn: (data: Body) => data.choices?.[0]?.delta,
    textName: "content",
    system: "messages",
    turns: "messages",
    modelIn: (data: Body) => data,
    toolsIn: ({ choices }: Body) => choices?.[0]?.message?.tool_calls?.map((call: Body) => [call, call.function]),
    toolId: "id",
    toolInput: "arguments",
    toolIds: /"id":"(call_[^"]*)"/g,
  },
  {
    name: "messages" as const,
    what: "a message",
    usage: ["input_tokens", "output_tokens"] as const,
    textIn: (data: Body) => (data.delta?.type === "text_delta" ? data.delta : undefined),
    textName: "text",
    system: "system",
    turns: "messages",
    modelIn: (data: Body) => data.message,
    toolsIn: ({ content }: Body) => ofType(content, "tool_use"),
    toolId: "id",
    toolInput: "input",
    toolIds: /"id":"(toolu_[^"]*)"/g,
  },
  {
    name: "responses" as const,
    what: "a response",
    usage: ["input_tokens", "output_tokens"] as const,
    textIn: (data: Body) => (data.type === "response.output_text.delta" ? data : undefined),
    textName: "delta",
    system: "instructions",
    turns: "input",
    modelIn: (data: Body) => data.response,
    toolsIn: ({ output }: Body) => ofType(output, "function_call"),
    toolId: "call_id",
    toolInput: "arguments",
    toolIds: /"call_id":"(call_[^"]*)"/g,
  },
];

type Interface = (typeof interfaces)[number];

function ofType(items: Body, type: string): [Body, Body][] {
  return (Array.isArray(items) ? items : []).filter((item) => item.type === type).map((item) => [item, item]);
}

/** The same faults on every interface, made from one table. */
export const dialectFaults: Fault[] = interfaces.flatMap((each) => [...faultsOf(each), ...toolFaultsOf(each)]);

/** Returns the faults of tools in one interface, limited to its calls: a run of all interfaces has no calls left for some. */
function toolFaultsOf({ name, what, toolsIn, toolId, toolInput: input, toolIds }: Interface): Fault[] {
  const about = { ids: `dialect/${name}-tools-`, in: name, from: "mock" as const, only: [name] };
  const reply = inReplies(about);
  const answer = inAnswers({ ...about, status: 200 });
  const inCalls = (change: (call: Body, of: Body) => void) => (body: Body) => {
    for (const [call, of] of toolsIn(body) ?? []) change(call, of);
  };
  const isText = (of: Body) => typeof of[input] === "string";
  const replies: [id: string, says: string, by: string, change: (call: Body, of: Body) => void][] = [
    ["no-id", "gives a tool call no id", "tools/", (call) => delete call[toolId]],
    ["other-name", "calls another tool", "tools/call", (_, of) => Object.assign(of, { name: `functions.${of.name}` })],
    [
      "empty-input",
      "calls a tool with nothing",
      "tools/call",
      (_, of) => Object.assign(of, { [input]: isText(of) ? "{}" : {} }),
    ],
    [
      "other-type",
      "gives a tool its input in another form",
      "tools/",
      (_, of) => {
        of[input] = isText(of) ? JSON.parse(of[input]) : JSON.stringify(of[input]);
      },
    ],
  ];
  return [
    ...replies.map(([id, says, by, change]) => reply(id, `${says} in ${what}`, `${name}/${by}`, inCalls(change))),
    answer("one-id", `gives all tool calls one id in ${what}`, `${name}/tools`, (made) => {
      made.body = textOf(made).replaceAll(toolIds, (whole, id) => whole.replace(id, "call_1"));
    }),
    inRequests(about)("dropped", `leaves the tools out in ${what}`, `${name}/tools`, (json) => {
      if (!Array.isArray(json.tools) || json.tools[0]?.type === "web_search") return;
      delete json.tools;
      delete json.tool_choice;
    }),
    inStreams(about)(
      "lost-input",
      `loses the beginning of a streamed input in ${what}`,
      `${name}/tools-stream/`,
      (text) => text.replaceAll(/("(?:partial_json|arguments|delta)":")\{\\"city/g, "$1"),
    ),
    answer(
      "numbered",
      `restarts the numbers of tool calls with each reply in ${what}`,
      `${name}/tools-stream/own-id`,
      (made) => {
        const known: string[] = [];
        made.body = textOf(made).replaceAll(toolIds, (whole, id) => {
          if (!known.includes(id)) known.push(id);
          return whole.replace(id, `call_${known.indexOf(id)}`);
        });
      },
    ),
  ];
}

function faultsOf(each: Interface): Fault[] {
  const { name, what, usage, turns, system, textIn, textName } = each;
  const about = { ids: `dialect/${name}-`, in: name } as const;
  const reply = inReplies(about);
  const request = inRequests(about);
  const stream = inStreams(about);
  const inTexts = (change: (text: string, nth: number) => string) =>
    inPieces((delta, nth) => void Object.assign(delta, { [textName]: change(delta[textName], nth) }), textIn, textName);
  const texts: [id: string, says: string, change: (text: string, nth: number) => string][] = [
    ["stream-loses-word", `streams ${what} without its third piece`, (text, nth) => (nth === 2 ? "" : text)],
    ["stream-repeats", `streams the third piece of ${what} twice`, (text, nth) => (nth === 2 ? text + text : text)],
    ["stream-trims", `takes the spaces off the pieces of ${what}`, (text) => text.trim()],
  ];
  return [
    ...texts.map(([id, says, change]) => stream(id, says, `${name}/`, inTexts(change))),
    request("drops-system", `leaves the instructions of ${what} out`, `${name}/`, (json) => {
      if (system !== turns && typeof json[system] !== "number") delete json[system];
      if (system === turns && Array.isArray(json[turns]))
        json[turns] = json[turns].filter((turn: Body) => !isSystem(turn));
    }),
    request("drops-turns", `reads the last turn of ${what} only`, `${name}/`, (json) => {
      if (Array.isArray(json[turns]))
        json[turns] = json[turns].filter((turn: Body) => isSystem(turn) || turn === json[turns].at(-1));
    }),
    request("turns-reversed", `gives the turns of ${what} from the last to the first`, `${name}/`, (json) => {
      const all: Body[] = Array.isArray(json[turns]) ? json[turns] : [];
      if (all.length < 3 || all.some((turn) => !["user", "assistant", "system"].includes(turn?.role))) return;
      json[turns] = [...all.filter(isSystem), ...all.filter((turn) => !isSystem(turn)).reverse()];
    }),
    stream("one-delta", `sends the text of ${what} in one event`, `${name}/stream/in-pieces`, (text) => {
      let whole = "";
      inTexts((piece) => {
        whole += piece;
        return piece;
      })(text);
      return inTexts((_piece, nth) => (nth === 0 ? whole : ""))(text);
    }),
    reply("counts-constant", `counts the same tokens for ${what} of any length`, `${name}/`, (body) => {
      if (body.usage?.[usage[0]] !== undefined)
        recount(body.usage, { [usage[0]]: 200, [usage[1]]: 12, total_tokens: 212 });
    }),
    reply("counts-no-text", `counts one token for the text of ${what}`, `${name}/`, ({ usage: counts }) => {
      if (counts?.[usage[1]] !== undefined)
        recount(counts, { [usage[1]]: 1, total_tokens: counts.total_tokens - counts[usage[1]] + 1 });
    }),
    reply("other-model", `names another model of the list in ${what}`, `${name}/reply/model`, { model: "gpt-5.2" }),
    inEvents(about)(
      "stream-other-model",
      `names another model in the stream of ${what}`,
      `${name}/stream/model`,
      (data) => {
        const of = each.modelIn(data);
        if (of?.model !== undefined) of.model = "gpt-5.2";
      },
    ),
    {
      ...reply("same-id", `gives each reply of ${what} the same id`, `${name}/ids-unique`, { id: "same" }),
      // Only one response of a default run is plain.
      ...(name === "responses" && { only: [name] }),
    },
  ];
}

const isSystem = (turn: Body) => turn?.role === "system";

function recount(usage: Body, counts: Record<string, number>): void {
  for (const [name, count] of Object.entries(counts)) if (name in usage) usage[name] = count;
}
