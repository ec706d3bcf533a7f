import { valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { rule, rulesAlike, rulesOn } from "../../checks/define-rule.js";
import { saidRules } from "../../checks/said-rules.js";
import { eventsOf } from "../../checks/stream.js";
import { judgeToolInput } from "../../checks/tool-calls.js";
import { dialects } from "../../dialects.js";
import type { Exchange, ExchangePlan } from "../../exchange.js";
import { chooseReasoner, offers } from "../../reading/choose-model.js";
import { listAt } from "../../reading/joined-text.js";
import { saidIn, sentIn, wordsSent } from "../../reading/said.js";
import { billedCall } from "../../requests/billed-call.js";
import { toolSchema, tools } from "../../requests/tool.js";
import { broken, pass, type Verdict } from "../../rule.js";
import { webSearch } from "./searched.js";
import { lastIsWhole, lastResponse, wholeStream } from "./stream.js";
import { toolRound, toolsStreamCall } from "./tools.js";

const { responses } = dialects;

/** More tokens than the answer has; what ends it then may be the model's own limit. */
const longAnswer = 2_000;

/** The level that the specification shows. */
const effort = "high";

/** It goes on from the tools of the streamed response, where the same model was asked there, and has no limit of tokens. */
export const structuredCall: ExchangePlan = billedCall("responses", {
  id: "responses/structured",
  isStreamed: true,
  says: "a streamed response with reasoning, a JSON schema for its text and, where there are any, results of tools and a web search",
  model: {
    of: ({ modelList }) => chooseReasoner(modelList),
    without: { because: "the model list has no model with a reasoning effort", needs: "a model that reasons" },
  },
  json: (model, facts) => {
    const { input, ...previous } = toolRound(facts, model);
    const isSearch = offers(facts.modelList, model, "web_search");
    const content = isSearch
      ? "Search the web for the capital of Italy, and name it as JSON."
      : "Name the capital of Italy as JSON.";
    const offered = [...(isSearch ? [webSearch] : []), ...(input.length > 0 ? tools.responses : [])];
    return {
      model,
      ...previous,
      input: input.length > 0 ? [...input, { role: "user", content }] : content,
      ...(offered.length > 0 && { tools: offered, tool_choice: isSearch ? webSearch : "none" }),
      reasoning: { effort, summary: "auto" },
      text: {
        format: {
          type: "json_schema",
          name: "capital",
          schema: { ...toolSchema, additionalProperties: false },
          strict: true,
        },
      },
      stream: true,
    };
  },
});

const about = { requirements: ["R1.5", "R4.9"], provenance: "observed", after: "events" } as const;

/** Rules on a response with reasoning and a schema. */
export const structuredTopic: Topic = {
  exchanges: [structuredCall],
  rules: [
    ...rulesOn(
      structuredCall,
      {
        sentence: "a response with reasoning and a JSON schema is answered with status 200",
        requirements: ["R1.5", "R4.9"],
        provenance: "stated",
      },
      {
        events: {
          ...eventsOf("a streamed response with reasoning"),
          provenance: "observed",
          after: ["status", ...wholeStream],
        },
      },
    ),
    ...rulesAlike(structuredCall, about, {
      finished: {
        sentence: "a response that has no limit is finished",
        provenance: "upstream",
        judge: (exchange) => {
          const { finish, isCut, completion = 0, at } = saidIn(exchange);
          if (!isCut || completion >= longAnswer) return pass;
          const message = `The status is ${JSON.stringify(finish)} after ${completion} tokens, and no limit was sent.`;
          return broken({ message, expected: "completed", actual: String(finish), pointer: at.finish });
        },
      },
      json: {
        sentence: "the text of a response with a JSON schema is JSON of that schema",
        requirements: ["R1.5"],
        judge: (exchange) => {
          const { isCut, text } = saidIn(exchange);
          return isCut
            ? { outcome: "skip", reason: "The response was cut off." }
            : judgeToolInput(text, "/response/output");
        },
      },
      effort: {
        sentence: "a response names the requested reasoning effort",
        judge: (exchange) => {
          const pointer = "/response/reasoning/effort";
          const told = valueAt(lastResponse(exchange), "/reasoning/effort");
          if (told === effort) return pass;
          return broken({
            message: `The effort ${effort} was asked for, and the response says ${JSON.stringify(told)}.`,
            expected: effort,
            actual: String(told),
            pointer,
          });
        },
      },
      summary: {
        sentence: "a response that is asked for a summary of its reasoning has one, if it reasoned",
        judge: (exchange) => {
          const body = lastResponse(exchange);
          const reasoned = Number(valueAt(body, responses.reasoningAt ?? "") ?? 0);
          const hasSummary = listAt(body, "/output").some((item) => valueAt(item, "/summary/0") !== undefined);
          if (hasSummary || reasoned === 0) return pass;
          const message = `The model reasoned for ${reasoned} tokens, and no item of the output has a summary.`;
          return broken({ message, expected: "a reasoning item with a summary", pointer: "/response/output" });
        },
      },
      search: {
        sentence: "a response that must search the web has searched it, where the model list says that its model does",
        judge: (exchange) => {
          const isOffered = String(exchange.request.body).includes('"web_search"');
          if (!isOffered) return { outcome: "skip", reason: "The model list names no web search with this model." };
          const body = lastResponse(exchange);
          if (itemsIn(body, "web_search_call").length > 0) return pass;
          const types = listAt(body, "/output").map((item) => valueAt(item, "/type"));
          const message = "No item of the output is a search, which the request asks for.";
          return broken({
            message,
            expected: "a web_search_call",
            actual: types.join(", "),
            pointer: "/response/output",
          });
        },
      },
      "last-is-whole": lastIsWhole(structuredCall),
    }),
    ...saidRules(structuredCall, { names: ["usage-sum", "prompt-counted"], after: "events" }),
    rule(structuredCall, "earlier-counted", {
      sentence: "a response that goes on from an earlier one counts its conversation, and the results of tools",
      requirements: ["R1.5", "R4.9", "R8.3"],
      provenance: "upstream",
      reads: { structured: structuredCall, earlier: toolsStreamCall },
      after: ["events", "responses/tools-stream/usage-sum"],
      judge: judgeEarlierCounted,
    }),
  ],
};

/** The same tools are offered in both, so that the later one has all of the earlier one, and words of its own. */
function judgeEarlierCounted({ structured, earlier }: Record<"structured" | "earlier", Exchange>): Verdict {
  const results = listAt(sentIn(structured), "/input").filter((item) => valueAt(item, "/output") !== undefined);
  if (results.length === 0) return { outcome: "skip", reason: "No tool was called that could have a result." };
  const [{ prompt, at }, before] = [saidIn(structured), saidIn(earlier)];
  const words = wordsSent({ input: results });
  const least = Number(before.prompt) + words;
  if (prompt === undefined || before.prompt === undefined || prompt >= least) return pass;
  return broken({
    message: `The earlier prompt counts ${before.prompt} tokens, the results of its tools have ${words} words, and both together count ${prompt}.`,
    expected: `at least ${least}`,
    actual: String(prompt),
    pointer: at.usage,
  });
}

const itemsIn = (body: unknown, type: string) =>
  listAt(body, "/output").filter((item) => valueAt(item, "/type") === type);
