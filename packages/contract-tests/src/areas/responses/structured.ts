import { type ResponseRequest, type ResponseToolChoice, valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { bodyOf } from "../../checks/reply.js";
import { judgeToolInput } from "../../checks/tool-calls.js";
import { chooseReasoner, offers } from "../../reading/choose-model.js";
import { listAt } from "../../reading/joined-text.js";
import { parseJson } from "../../reading/parse-json.js";
import { saidIn, sentIn, wordsSent } from "../../reading/said.js";
import { billedCall } from "../../requests/billed-call.js";
import { toolSchema, tools } from "../../requests/tool.js";
import { skip, story } from "../../story.js";
import { replyCall } from "./reply.js";
import { toolRound, toolsCall, toolsStreamCall } from "./tools.js";

const told = story("responses", { requirements: ["R1.5"], provenance: "observed" });
const { ask, rule } = told;

/** A response with reasoning and a schema, and one whose text comes from the web. */
export const structuredTopic: Topic = told;

const webSearch = { type: "web_search" } as const;

// The contract leaves open which tools of the service may be chosen, and its type names none.
const chooseWebSearch = webSearch as unknown as ResponseToolChoice;

/** More tokens than the answer has; what ends it then may be the model's own limit. */
const longAnswer = 2_000;

/** The level that the specification shows. */
const effort = "high";

/** It goes on from the tools of the streamed response, where the same model was asked there, and has no limit of tokens. */
const structuredCall = ask(
  billedCall("responses", {
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
      const schema = { ...toolSchema, additionalProperties: false };
      return {
        model,
        ...previous,
        input: input.length > 0 ? [...input, { role: "user", content }] : content,
        ...(offered.length > 0 && { tools: offered, tool_choice: isSearch ? chooseWebSearch : "none" }),
        reasoning: { effort, summary: "auto" },
        text: { format: { type: "json_schema", name: "capital", schema, strict: true } },
      };
    },
  }),
  {
    sentence: "a response with reasoning and a JSON schema is answered with status 200",
    requirements: ["R1.5", "R4.9"],
    provenance: "stated",
  },
);

const after = ["schema", "responses/reply/text"];

rule(
  "structured/finished",
  "a response that has no limit is finished",
  { provenance: "upstream", after: [...after, "responses/reply/finished"] },
  (exchange) => {
    const { finish, isCut, completion = 0, at } = saidIn(exchange);
    const message = `The status is ${JSON.stringify(finish)} after ${completion} tokens, and no limit was sent.`;
    const isOver = isCut ? completion >= longAnswer : finish !== "in_progress" && finish !== "queued";
    return !isOver && { message, expected: "completed", actual: finish, pointer: at.finish };
  },
);

rule(
  "structured/json",
  "the text of a response with a JSON schema is JSON of that schema",
  { requirements: ["R1.5"], provenance: "observed", after },
  (exchange) => {
    const { isCut, text } = saidIn(exchange);
    return isCut ? skip("The response was cut off.") : judgeToolInput(text, "/response/output");
  },
);

rule(
  "structured/no-more",
  "the JSON of a response has no members that its schema forbids",
  { requirements: ["R1.5"], provenance: "observed", after: "json" },
  (exchange) => {
    const { text, isCut } = saidIn(exchange);
    const known = Object.keys(toolSchema.properties);
    const more = Object.keys(Object(parseJson(text))).filter((name) => !known.includes(name));
    const actual = more.join(", ");
    const message = `The schema forbids other members, and the JSON has ${actual}.`;
    return !isCut && more.length > 0 && { message, expected: known.join(", "), actual, pointer: "/output" };
  },
);

rule(
  "structured/search",
  "a response that must search the web has searched it, where the model list says that its model does",
  { provenance: "observed", after },
  (exchange) => {
    if (!String(exchange.request.body).includes('"web_search"'))
      return skip("The model list names no web search with this model.");
    const types = listAt(bodyOf(exchange.reply), "/output").map((item) => valueAt(item, "/type"));
    const message = "No item of the output is a search, which the request asks for.";
    const fault = { message, expected: "a web_search_call", actual: types.join(", "), pointer: "/response/output" };
    return !types.includes("web_search_call") && fault;
  },
);

// The same tools are offered in both, so that the later one has all of the earlier one, and words of its own.
rule(
  "structured/earlier-counted",
  "a response that goes on from an earlier one counts its conversation, and the results of tools",
  {
    requirements: ["R1.5", "R4.9", "R8.3"],
    provenance: "upstream",
    reads: [structuredCall, toolsStreamCall],
    after: ["schema", "responses/tools-stream/usage-sum"],
  },
  (structured, earlier) => {
    const results = listAt(sentIn(structured), "/input").filter((item) => valueAt(item, "/output") !== undefined);
    if (results.length === 0) return skip("No tool was called that could have a result.");
    const [{ prompt, at }, before] = [saidIn(structured), saidIn(earlier)];
    const words = wordsSent({ input: results });
    const least = Number(before.prompt) + words;
    const message = `The earlier prompt counts ${before.prompt} tokens, the results of its tools have ${words} words, and both together count ${prompt}.`;
    return Number(prompt) < least && { message, expected: `at least ${least}`, actual: prompt, pointer: at.usage };
  },
);

const searchedCall = ask(
  billedCall("responses", {
    priority: 24,
    id: "responses/searched",
    says: "a response that searches the web",
    model: {
      of: ({ modelList, modelFor }) =>
        [modelFor("responses"), chooseReasoner(modelList)].find((model) => offers(modelList, model, "web_search")),
      without: { because: "the model list has no model that searches the web", needs: "a model that searches the web" },
    },
    json: (model) => ({
      model,
      input: "Search the web for the capital of Italy, and name it.",
      tools: [webSearch],
      tool_choice: chooseWebSearch,
      max_output_tokens: 400,
    }),
  }),
);

// In characters of the part of the text that has the citation.
rule(
  "searched/citations",
  "citations of a response stand within its text",
  { provenance: "upstream", after: "schema" },
  ({ reply }) => {
    const parts = listAt(bodyOf(reply), "/output").flatMap((item) => listAt(item, "/content"));
    for (const part of parts) {
      const { length } = String(valueAt(part, "/text") ?? "");
      for (const annotation of listAt(part, "/annotations")) {
        const [start, end] = [valueAt(annotation, "/start_index"), valueAt(annotation, "/end_index")];
        if (typeof start !== "number" || typeof end !== "number") continue;
        if (start >= 0 && start <= end && end <= length) continue;
        const message = `A citation goes from ${start} to ${end}, and the text has ${length} characters.`;
        return { message, expected: `within 0 and ${length}`, actual: `${start} to ${end}`, pointer: "/output" };
      }
    }
    return undefined;
  },
);

/** Items of which it is known what their ids are for. */
const itemTypes = ["message", "reasoning", "function_call", "web_search_call"];

rule(
  "item-ids-unique",
  "each item of a response has an id of its own",
  {
    provenance: "upstream",
    reads: [replyCall, structuredCall, toolsCall, searchedCall],
    takesMissing: true,
    after: "responses/reply/schema",
  },
  (...read) => {
    const ids = read.flatMap((exchange) =>
      listAt(bodyOf(exchange?.reply), "/output")
        .filter((item) => itemTypes.includes(String(valueAt(item, "/type"))))
        .map((item) => ({ id: valueAt(item, "/id"), exchange })),
    );
    const twice = ids.find(({ id }, index) => id !== undefined && ids.findIndex((each) => each.id === id) < index);
    if (twice?.exchange === undefined) return undefined;
    return { message: `Two items have the id ${twice.id}.`, pointer: "/output", exchange: twice.exchange };
  },
);
