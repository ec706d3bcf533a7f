import { valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { comparisonsAlike, rule, rulesOn } from "../../checks/define-rule.js";
import { judgeErrorForm } from "../../checks/invalid-request-rules.js";
import { picturesCountedRule } from "../../checks/pictures.js";
import { bodyOf, judgeStatus, shapeOf } from "../../checks/reply.js";
import { saidRules } from "../../checks/said-rules.js";
import { eventsOf, judgeEveryEvent } from "../../checks/stream.js";
import { judgeHeedsSchema, judgeMembers } from "../../checks/structured.js";
import { firstNotPassed, judgeStopped } from "../../checks/text.js";
import { asManyCallsRule, judgeNoTool, judgeToolCalls, ownCallIdsRule } from "../../checks/tool-calls.js";
import { dialects } from "../../dialects.js";
import type { Exchange, ExchangePlan, Facts } from "../../exchange.js";
import { offers } from "../../reading/choose-model.js";
import { listAt, payloadsOf } from "../../reading/joined-text.js";
import { saidIn } from "../../reading/said.js";
import { toolCallsIn, wholeCallsIn } from "../../reading/tool-calls.js";
import { billedCall } from "../../requests/billed-call.js";
import { filler } from "../../requests/long-question.js";
import { chatPicture } from "../../requests/picture.js";
import { placeMembers, placeOnly } from "../../requests/text-format.js";
import { toolNames, toolQuestion, toolResult, tools, unlessTools } from "../../requests/tool.js";
import { broken, pass, type Verdict } from "../../rule.js";
import { limitedCall } from "./max-tokens.js";
import { replyCall } from "./reply.js";
import { stopCall } from "./stop.js";
import { wholeStream } from "./stream.js";

const { choice } = dialects.chat.tools;

/** All calls with tools are of one model of another provider. */
const ofAnother = { provider: 1, feature: "tools" };

/** It ends a JSON object before its last character. */
const stopText = "}";

/** Longer than what careless services keep of a message, so that what is cut shows in the counts. */
const longText = filler(120);

const lastQuestion = "Name the capital of Italy.";

/** The question, with pictures where the model takes them. */
const asked = ({ modelList }: Facts, model: string, pictures: number) => ({
  role: "user",
  content:
    pictures > 0 && offers(modelList, model, "image")
      ? [{ type: "text", text: toolQuestion }, ...Array.from({ length: pictures }, () => chatPicture)]
      : toolQuestion,
});

/** A stream, with the wish for its usage where another stream was answered with it. */
const streamed = ({ replyTo }: Facts) => ({
  stream: true,
  ...(replyTo("chat/stream-usage")?.status === 200 && { stream_options: { include_usage: true } }),
});

const withTools = { tools: tools.chat, tool_choice: choice, max_tokens: 200, temperature: 0 };

/** More than many a default; the calls of tools need a part of it. */
const mostTokens = 1_500;

const toolsCall = billedCall("chat", {
  id: "chat/tools",
  says: "a chat completion with a picture that must call tools",
  besides: "chat/stop",
  ...ofAnother,
  unless: unlessTools("chat", ofAnother),
  json: (model, facts) => ({ model, messages: [asked(facts, model, 1)], ...withTools, max_tokens: mostTokens }),
});

const toolsStreamCall = billedCall("chat", {
  id: "chat/tools-stream",
  says: "a streamed chat completion with two pictures that must call tools",
  isStreamed: true,
  needs: ["chat/stream-usage"],
  ...ofAnother,
  unless: unlessTools("chat", ofAnother),
  json: (model, facts) => ({ model, messages: [asked(facts, model, 2)], ...withTools, ...streamed(facts) }),
});

const answeredCall = billedCall("chat", {
  id: "chat/tools-result",
  says: "a streamed chat completion with a long prompt, the results of tools, a schema for its text and a stop text that may call no tool",
  isStreamed: true,
  ...ofAnother,
  needs: ["chat/stop", "chat/stream-usage"],
  call: { headers: { "content-type": "application/json; charset=utf-8" } },
  unless: (facts) =>
    callsMade(facts).length === 0 && !takesSchema(facts)
      ? { because: "there are neither results of tools to send nor a schema", isNeedless: true }
      : undefined,
  json: (model, facts) => {
    const calls = callsMade(facts);
    // As it came: clients send it back unread.
    const said = valueAt(bodyOf(facts.replyTo("chat/tools")), "/choices/0/message");
    const results = calls.map(({ id }) => ({ role: "tool", tool_call_id: id, content: toolResult }));
    const before = calls.length > 0 ? [asked(facts, model, 0), said, ...results] : [];
    return {
      model,
      messages: [...before, { role: "user", content: `${longText}\n\n${lastQuestion}` }],
      ...(calls.length > 0 && { tools: tools.chat, tool_choice: "none" }),
      ...(takesSchema(facts) && { response_format: placeOnly, stop: stopText }),
      max_tokens: 200,
      // More than some providers allow, whose models this service lets callers ask for 0 to 2.
      temperature: 1.2,
      ...streamed(facts),
    };
  },
});

/** Where a long prompt is refused, a short one shows the rest. */
export const toolsResultCall: ExchangePlan = {
  ...answeredCall,
  plainer: (body) => ({
    ...Object(body),
    messages: [...listAt(body, "/messages").slice(0, -1), { role: "user", content: lastQuestion }],
  }),
};

const toolsNamedCall = billedCall("chat", {
  priority: 30,
  id: "chat/tools-named",
  says: "a chat completion that must call the second of two tools",
  ...ofAnother,
  unless: unlessTools("chat", ofAnother),
  json: (model, facts) => ({
    model,
    messages: [asked(facts, model, 0)],
    ...withTools,
    tool_choice: { type: "function", function: { name: toolNames[1] } },
  }),
});

const about = { requirements: ["R1.1", "R4.1"], provenance: "observed" } as const;

const bothCalls = ["chat/tools-stream/call", "chat/tools/call"];

const ofTools = { ...about, requirements: ["R1.1"] } as const;

const ofToolsStream = { ...about, after: ["chat/tools/call", ...wholeStream] } as const;

const ofToolsResult = {
  ...about,
  after: wholeStream,
  takesPlainer: true,
  // Whether a long prompt is taken is a rule of its own.
  judge: (exchange: Exchange) => (exchange.refused === undefined ? judgeStatus(exchange, 200) : pass),
} as const;

const ofToolsNamed = { ...about, after: "chat/tools/call" } as const;

/** Tools, pictures and schemas, where the model list offers them. */
export const toolsTopic: Topic = {
  exchanges: [toolsCall, toolsStreamCall, toolsResultCall, toolsNamedCall],
  rules: [
    ...rulesOn(toolsCall, ofTools, {
      schema: shapeOf("a chat completion that calls tools"),
      call: {
        sentence: "a required tool is called, by its name and with arguments that it takes",
        after: "schema",
        judge: (exchange) => judgeToolCalls(exchange),
      },
    }),
    rule(toolsCall, "own", {
      sentence: "of two chat completions at the same time, each has its own answer",
      requirements: ["R2.6", "R4.1"],
      provenance: "upstream",
      reads: { toolsCall, stopCall },
      after: "status",
      judge: (read) => {
        // No model can know what another call asks for.
        const isSwapped =
          toolCallsIn(read.stopCall).length > 0 || /^\s*\{|^\W*every\W*$/.test(saidIn(read.toolsCall).text);
        if (!isSwapped) return pass;
        const message = "The reply has the answer that the call beside it asked for.";
        return broken({ message, expected: "a call of a tool", pointer: "/choices/0/message" });
      },
    }),
    ...saidRules(toolsCall, { names: ["prompt-counted"], after: "status" }),
    ...rulesOn(toolsStreamCall, ofToolsStream, {
      events: eventsOf("a stream that calls tools"),
      call: {
        sentence: "the pieces of a streamed tool call are a call of the tool, with arguments that it takes",
        after: "events",
        judge: judgeStreamedCall,
      },
    }),
    ownCallIdsRule(toolsStreamCall, { ...about, earlier: toolsCall, after: bothCalls }),
    asManyCallsRule(toolsStreamCall, { ...about, plain: toolsCall, after: bothCalls }),
    picturesCountedRule({
      ...about,
      fewer: toolsCall,
      more: toolsStreamCall,
      none: toolsResultCall,
      after: ["chat/tools-stream/call", "chat/tools-result/prompt-counted"],
    }),
    ...rulesOn(toolsResultCall, ofToolsResult, {
      long: {
        sentence: "a prompt of 5400 characters is answered, or refused by an error of the documented form",
        requirements: ["R4.1", "R7.1"],
        takesPlainer: true,
        judge: ({ refused }) => {
          if (refused === undefined) return pass;
          const form = judgeErrorForm(refused, "service");
          if (form.outcome === "broken") return broken({ ...form.finding, exchange: refused });
          return { outcome: "skip", reason: "The deployment takes no long prompt." };
        },
      },
      events: { ...eventsOf("a stream after results of tools"), takesPlainer: true, judge: judgePlainerEvents },
      none: {
        takesPlainer: true,
        sentence: "a chat completion with tool_choice none calls no tool",
        after: "events",
        judge: (exchange) => judgeNoTool(exchange, "A tool is called with tool_choice none."),
      },
    }),
    ...saidRules(toolsResultCall, { names: ["prompt-counted"], after: ["events", "chat/limited/prompt-counted"] }),
    ...comparisonsAlike(
      toolsResultCall,
      { ...about, reads: { toolsResultCall, stopCall }, takesPlainer: true },
      {
        json: {
          sentence: "if a plain chat completion is JSON as asked for, a streamed one with a schema for its text is too",
          after: "none",
          judge: (read) => judgeHeedsSchema(read.toolsResultCall, read.stopCall),
        },
        members: {
          sentence: "the JSON of a chat completion has the members that its schema requires, and no others",
          after: ["json", "chat/stop/json"],
          judge: (read) => judgeMembers(read.toolsResultCall, { members: placeMembers, end: stopText }),
        },
        stop: {
          sentence:
            "if a plain chat completion ends before a stop text of a list, a streamed one ends before a single one",
          requirements: ["R2.5", "R6.1"],
          after: ["json", "chat/stop/stop"],
          judge: (read) => judgeStopped(read.toolsResultCall, stopText),
        },
      },
    ),
    ...rulesOn(toolsNamedCall, ofToolsNamed, {
      call: {
        sentence: "a chat completion that must call one tool of several calls that one",
        judge: (exchange) => judgeToolCalls(exchange, toolNames.slice(1)),
      },
    }),
    rule(replyCall, "no-tools", {
      sentence: "a chat completion that was given no tools calls none",
      requirements: ["R2.6", "R4.1"],
      provenance: "upstream",
      reads: [replyCall, limitedCall],
      after: ["schema", "chat/limited/status"],
      judge: (all) => firstNotPassed(all, (exchange) => judgeNoTool(exchange, "A tool is called that was not given.")),
    }),
  ],
};

/** Of a long prompt that was refused, and a short one that is answered, the events of that one. */
function judgePlainerEvents({ refused: _, ...exchange }: Exchange): Verdict {
  return judgeEveryEvent(exchange);
}

/** Clients join the pieces of a call by their index, and some the pieces of its name. */
function judgeStreamedCall(exchange: Exchange): Verdict {
  const pieces = payloadsOf(exchange).flatMap((payload) => listAt(payload, "/choices/0/delta/tool_calls"));
  const pointer = "/choices/0/delta/tool_calls/0";
  if (pieces.some((piece) => typeof valueAt(piece, "/index") !== "number")) {
    const message = "A piece of the tool call has no index.";
    return broken({ message, expected: "a number", pointer: `${pointer}/index` });
  }
  const verdict = judgeToolCalls(exchange);
  if (verdict.outcome !== "pass") return verdict;
  const ids = new Map<unknown, unknown>();
  for (const piece of pieces) {
    const [index, id] = [valueAt(piece, "/index"), valueAt(piece, "/id")];
    if (typeof id !== "string" || id === "") continue;
    if ((ids.get(index) ?? id) !== id)
      return broken({ message: "The pieces of a tool call have different ids.", pointer: `${pointer}/id` });
    ids.set(index, id);
  }
  const names = pieces.map((piece) => `${valueAt(piece, "/index")} ${valueAt(piece, "/function/name")}`);
  const twice = names.find((name, at) => !/undefined|null| $/.test(name) && names.indexOf(name) < at);
  if (twice === undefined) return pass;
  return broken({
    message: "The name of the tool comes more than once; a client that joins pieces takes them for one.",
    expected: "once",
    pointer: `${pointer}/function/name`,
    provenance: "upstream",
  });
}

/** The calls of tools that an earlier reply made. */
const callsMade = ({ replyTo }: Facts) => wholeCallsIn(bodyOf(replyTo("chat/tools")), dialects.chat);

/** Returns true where a plain reply was answered though a schema was sent. */
const takesSchema = ({ replyTo }: Facts) => replyTo("chat/stop")?.status === 200;
