import { type ResponseRequest, valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { answerRules } from "../../checks/answer-rules.js";
import { rule, rulesAlike } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import { judgeToolInput } from "../../checks/tool-calls.js";
import type { Exchange, ExchangePlan } from "../../exchange.js";
import { chooseReasoner, offers } from "../../reading/choose-model.js";
import { listAt } from "../../reading/joined-text.js";
import { parseJson } from "../../reading/parse-json.js";
import { saidIn, sentIn, wordsSent } from "../../reading/said.js";
import { billedCall } from "../../requests/billed-call.js";
import { toolSchema, tools } from "../../requests/tool.js";
import { broken, pass, passIf, type Verdict } from "../../rule.js";
import { chooseWebSearch, webSearch } from "./searched.js";
import { toolRound, toolsStreamCall } from "./tools.js";

/** More tokens than the answer has; what ends it then may be the model's own limit. */
const longAnswer = 2_000;

/** The level that the specification shows. */
const effort = "high";

/** It goes on from the tools of the streamed response, where the same model was asked there, and has no limit of tokens. */
export const structuredCall: ExchangePlan = billedCall("responses", {
  id: "responses/structured",
  says: "a response with reasoning, a JSON schema for its text and, where there are any, results of tools and a web search",
  model: {
    of: ({ modelList }) => chooseReasoner(modelList),
    without: { because: "the model list has no model with a reasoning effort", needs: "a model that reasons" },
  },
  json: (model, facts): ResponseRequest => {
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
      ...(offered.length > 0 && { tools: offered, tool_choice: isSearch ? chooseWebSearch : "none" }),
      reasoning: { effort, summary: "auto" },
      text: {
        format: {
          type: "json_schema",
          name: "capital",
          schema: { ...toolSchema, additionalProperties: false },
          strict: true,
        },
      },
    };
  },
});

const about = {
  requirements: ["R1.5", "R4.9"],
  provenance: "observed",
  after: ["schema", "responses/reply/text"],
} as const;

export const structuredTopic: Topic = {
  exchanges: [structuredCall],
  rules: [
    ...answerRules(structuredCall, {
      sentence: "a response with reasoning and a JSON schema is answered with status 200",
      requirements: ["R1.5", "R4.9"],
      provenance: "stated",
    }),
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
      "no-more": {
        sentence: "the JSON of a response has no members that its schema forbids",
        requirements: ["R1.5"],
        after: "json",
        judge: (exchange) => {
          const { text, isCut } = saidIn(exchange);
          const more = Object.keys(Object(parseJson(text))).filter((name) => !(name in toolSchema.properties));
          const message = `The schema forbids other members, and the JSON has ${more.join(", ")}.`;
          const expected = Object.keys(toolSchema.properties).join(", ");
          return passIf(isCut || more.length === 0, { message, expected, actual: more.join(", "), pointer: "/output" });
        },
      },
      search: {
        sentence: "a response that must search the web has searched it, where the model list says that its model does",
        judge: (exchange) => {
          const isOffered = String(exchange.request.body).includes('"web_search"');
          if (!isOffered) return { outcome: "skip", reason: "The model list names no web search with this model." };
          const body = bodyOf(exchange.reply);
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
    }),
    rule(structuredCall, "earlier-counted", {
      sentence: "a response that goes on from an earlier one counts its conversation, and the results of tools",
      requirements: ["R1.5", "R4.9", "R8.3"],
      provenance: "upstream",
      reads: { structured: structuredCall, earlier: toolsStreamCall },
      after: ["schema", "responses/tools-stream/usage-sum"],
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
