import {
  type Body,
  type Fault,
  inAnswer,
  inData,
  inReply,
  inRequest,
  inStream,
  isJson,
  named,
  paths,
  textOf,
} from "./fault.ts";

/** The interfaces by what a fault on any of them has to know: where they keep what it spoils. */
const interfaces = [
  {
    name: "chat",
    path: paths.chat,
    stream: "chat/stream",
    usage: ["prompt_tokens", "completion_tokens"],
    textIn: (data: Body) => data.choices?.[0]?.delta,
    textName: "content",
    dropSystem: (json: Body) => {
      json.messages = json.messages?.filter?.(({ role }: Body) => role !== "system") ?? json.messages;
    },
    turns: "messages",
    modelIn: (data: Body) => data,
    toolsIn: (body: Body) => (body.choices?.[0]?.message?.tool_calls ?? []).map((call: Body) => [call, call.function]),
    toolId: "id",
    toolInput: "arguments",
    toolIds: /"id":"(call_[^"]*)"/g,
  },
  {
    name: "messages",
    path: paths.messages,
    stream: "messages/stream",
    usage: ["input_tokens", "output_tokens"],
    textIn: (data: Body) => (data.delta?.type === "text_delta" ? data.delta : undefined),
    textName: "text",
    dropSystem: (json: Body) => {
      if (typeof json.system !== "number") delete json.system;
    },
    turns: "messages",
    modelIn: (data: Body) => data.message,
    toolsIn: (body: Body) =>
      (Array.isArray(body.content) ? body.content : [])
        .filter(({ type }: Body) => type === "tool_use")
        .map((block: Body) => [block, block]),
    toolId: "id",
    toolInput: "input",
    toolIds: /"id":"(toolu_[^"]*)"/g,
  },
  {
    name: "responses",
    path: paths.responses,
    stream: "responses/stream",
    usage: ["input_tokens", "output_tokens"],
    textIn: (data: Body) => (data.type === "response.output_text.delta" ? data : undefined),
    textName: "delta",
    dropSystem: (json: Body) => {
      delete json.instructions;
    },
    turns: "input",
    modelIn: (data: Body) => data.response,
    toolsIn: (body: Body) =>
      (Array.isArray(body.output) ? body.output : [])
        .filter(({ type }: Body) => type === "function_call")
        .map((item: Body) => [item, item]),
    toolId: "call_id",
    toolInput: "arguments",
    toolIds: /"call_id":"(call_[^"]*)"/g,
  },
];

type Interface = (typeof interfaces)[number];

const says = { chat: "a chat completion", messages: "a message", responses: "a response" } as Record<string, string>;

/** The same faults on every interface, made from one table. */
export const dialectFaults: Fault[] = interfaces.flatMap((each) => [...faultsOf(each), ...toolFaultsOf(each)]);

/** Returns the faults of tools in one interface, limited to its calls: a run of all interfaces has no calls left for some. */
function toolFaultsOf(each: Interface): Fault[] {
  const { name, path, toolId, toolInput } = each;
  const about = (id: string, fault: string, by: string) =>
    named(`dialect/${name}-tools-${id}`, `${fault} in ${says[name]}`, `${name}/${by}`);
  const inCalls = (change: (call: Body, of: Body, nth: number) => void) => (body: Body) => {
    for (const [nth, [call, of]] of each.toolsIn(body).entries()) change(call, of, nth);
  };
  const faults = [
    inReply(
      about("no-id", "gives a tool call no id", "tools/"),
      path,
      inCalls((call) => delete call[toolId]),
    ),
    inAnswer(about("one-id", "gives all tool calls one id", "tools"), (answer, asked) => {
      if (asked.path === path && answer.status === 200)
        answer.body = textOf(answer).replaceAll(each.toolIds, (whole, id) => whole.replace(id, "call_1"));
    }),
    inReply(
      about("other-name", "calls another tool", "tools/call"),
      path,
      inCalls((_call, of) => {
        of.name = `functions.${of.name}`;
      }),
    ),
    inReply(
      about("empty-input", "calls a tool with nothing", "tools/call"),
      path,
      inCalls((_call, of) => {
        of[toolInput] = typeof of[toolInput] === "string" ? "{}" : {};
      }),
    ),
    inReply(
      about("other-type", "gives a tool its input in another form", "tools/"),
      path,
      inCalls((_call, of) => {
        of[toolInput] = typeof of[toolInput] === "string" ? JSON.parse(of[toolInput]) : JSON.stringify(of[toolInput]);
      }),
    ),
    inRequest(about("dropped", "leaves the tools out", "tools"), path, (json) => {
      if (!Array.isArray(json.tools) || json.tools[0]?.type === "web_search") return;
      delete json.tools;
      delete json.tool_choice;
    }),
    inStream(
      about("lost-input", "loses what comes first of a tool's input in a stream", "tools-stream/"),
      path,
      (text) => text.replaceAll(/("(?:partial_json|arguments|delta)":")\{\\"city/g, "$1"),
    ),
    inAnswer(about("numbered", "numbers the tool calls of each reply anew", "tools-stream/own-id"), (answer, asked) => {
      if (asked.path !== path || answer.status !== 200) return;
      const known: string[] = [];
      answer.body = textOf(answer).replaceAll(each.toolIds, (whole, id) => {
        if (!known.includes(id)) known.push(id);
        return whole.replace(id, `call_${known.indexOf(id)}`);
      });
    }),
  ];
  return faults.map((fault) => ({ ...fault, from: "mock", only: [name] }));
}

function faultsOf(each: Interface): Fault[] {
  const { name, path, usage, turns: turnsAt } = each;
  const what = says[name] ?? name;
  const id = (fault: string) => `dialect/${name}-${fault}`;
  const inTexts = (change: (text: string, nth: number, delta: Body) => void) => {
    return (text: string) => {
      let nth = 0;
      return inData((data) => {
        const delta = each.textIn(data);
        const piece = delta?.[each.textName];
        if (typeof piece !== "string" || piece === "") return data;
        change(piece, nth, delta);
        nth += 1;
        return data;
      })(text);
    };
  };
  return [
    inStream(
      named(id("stream-loses-word"), `streams ${what} without its third piece`, `${name}/`),
      path,
      inTexts((_text, nth, delta) => {
        if (nth === 2) delta[each.textName] = "";
      }),
    ),
    inStream(
      named(id("stream-repeats"), `streams the third piece of ${what} twice`, `${name}/`),
      path,
      inTexts((text, nth, delta) => {
        if (nth === 2) delta[each.textName] = text + text;
      }),
    ),
    inStream(
      named(id("stream-trims"), `takes the spaces off the pieces of ${what}`, `${name}/`),
      path,
      inTexts((text, _nth, delta) => {
        delta[each.textName] = text.trim();
      }),
    ),
    inRequest(named(id("drops-system"), `leaves the instructions of ${what} out`, `${name}/`), path, each.dropSystem),
    inRequest(named(id("drops-turns"), `reads the last turn of ${what} only`, `${name}/`), path, (json) => {
      if (Array.isArray(json[turnsAt]) && json[turnsAt].length > 1)
        json[turnsAt] = json[turnsAt].filter(
          ({ role }: Body, at: number) => role === "system" || at === json[turnsAt].length - 1,
        );
    }),
    inRequest(
      named(id("turns-reversed"), `gives the turns of ${what} from the last to the first`, `${name}/`),
      path,
      (json) => {
        const turns = Array.isArray(json[turnsAt]) ? json[turnsAt] : [];
        if (turns.length < 3 || turns.some((turn: Body) => !["user", "assistant", "system"].includes(turn?.role)))
          return;
        const isSystem = ({ role }: Body) => role === "system";
        json[turnsAt] = [...turns.filter(isSystem), ...turns.filter((turn: Body) => !isSystem(turn)).reverse()];
      },
    ),
    inStream(
      named(id("one-delta"), `sends the text of ${what} in one event`, `${name}/stream/in-pieces`),
      path,
      (text) => {
        let whole = "";
        inTexts((piece) => {
          whole += piece;
        })(text);
        return inTexts((_piece, nth, delta) => {
          delta[each.textName] = nth === 0 ? whole : "";
        })(text);
      },
    ),
    inReply(
      named(id("counts-constant"), `counts the same tokens for ${what} of any length`, `${name}/`),
      path,
      (body) => {
        if (body.usage?.[usage[0] ?? ""] === undefined) return;
        body.usage[usage[0] ?? ""] = 200;
        body.usage[usage[1] ?? ""] = 12;
        if ("total_tokens" in body.usage) body.usage.total_tokens = 212;
      },
    ),
    inReply(named(id("counts-no-text"), `counts one token for the text of ${what}`, `${name}/`), path, (body) => {
      if (body.usage?.[usage[1] ?? ""] === undefined) return;
      const less = body.usage[usage[1] ?? ""] - 1;
      body.usage[usage[1] ?? ""] -= less;
      if ("total_tokens" in body.usage) body.usage.total_tokens -= less;
    }),
    inReply(
      named(id("other-model"), `names another model of the list in ${what}`, `${name}/reply/model`),
      path,
      (body, asked) => {
        if (asked.json.stream !== true) body.model = "gpt-5.2";
      },
    ),
    inStream(
      named(
        id("stream-other-model"),
        `names another model of the list in the stream of ${what}`,
        `${name}/stream/model`,
      ),
      path,
      inData((data) => {
        const at = each.modelIn(data);
        if (at?.model !== undefined) at.model = "gpt-5.2";
        return data;
      }),
    ),
    {
      ...inAnswer(
        named(id("same-id"), `gives each reply of ${what} the same id`, `${name}/ids-unique`),
        (answer, asked) => {
          if (asked.path !== path || answer.status !== 200 || !isJson(answer)) return;
          answer.body = textOf(answer).replace(/"id":"[^"]+"/, '"id":"same"');
        },
      ),
      // Only one response of a default run is plain.
      ...(name === "responses" && { only: [name] }),
    },
  ];
}
