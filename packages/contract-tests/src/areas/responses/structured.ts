import { valueAt } from "@model-access/contract";
import { ruleOn } from "../../checks/define-rule.js";
import { bodyOf, judgeBody, judgeStatus } from "../../checks/reply.js";
import { saidRules } from "../../checks/said-rules.js";
import { judgeToolInput } from "../../checks/tool-input.js";
import { dialects } from "../../dialects.js";
import type { ExchangePlan, Facts } from "../../exchange.js";
import { chooseReasoner, offers } from "../../reading/choose-model.js";
import { plainText } from "../../reading/joined-text.js";
import { toolSchema } from "../../requests/tool.js";
import { broken, pass, type Rule } from "../../rule.js";
import type { WireReply } from "../../wire/wire.js";
import { responsesOperation } from "./reply.js";

const structuredCall: ExchangePlan = {
  id: "responses/structured",
  operationId: responsesOperation,
  says: "a response with reasoning, a JSON schema for its text and, where there is one, a web search",
  isValid: true,
  isBilled: true,
  write: (facts) => {
    const model = chooseReasoner(facts.modelList);
    if (model === undefined)
      return { because: "the model list has no model with a reasoning effort", needs: "a model that reasons" };
    return {
      json: {
        model,
        input: isSearching(facts, model)
          ? "Search the web for the capital of Italy, and name it as JSON."
          : "Name the capital of Italy as JSON.",
        ...(isSearching(facts, model) && { tools: [{ type: "web_search" }] }),
        max_output_tokens: 400,
        reasoning: { effort: "low", summary: "auto" },
        text: {
          format: {
            type: "json_schema",
            name: "capital",
            schema: { ...toolSchema, additionalProperties: false },
            strict: true,
          },
        },
      },
    };
  },
};

/** Where the model list says that the model searches, it may. */
const isSearching = ({ modelList }: Facts, model: string) => offers(modelList, model, "web_search");

/** A response with reasoning and a JSON schema. */
export const structuredCalls: ExchangePlan[] = [structuredCall];

/** What a response with reasoning and a schema says. */
export const structuredRules: Rule[] = [
  ruleOn(structuredCall, {
    name: "status",
    sentence: "a response with reasoning and a JSON schema is answered with status 200",
    requirements: ["R1.5", "R4.9"],
    provenance: "stated",
    judge: (exchange) => judgeStatus(exchange, 200),
  }),
  ruleOn(structuredCall, {
    name: "schema",
    sentence: "a response with reasoning has the shape of the contract",
    requirements: ["R1.5", "R4.9"],
    provenance: "observed",
    after: "status",
    judge: (exchange) => judgeBody(exchange),
  }),
  ruleOn(structuredCall, {
    name: "json",
    sentence: "the text of a response with a JSON schema is JSON of that schema",
    requirements: ["R1.5"],
    provenance: "observed",
    after: "schema",
    judge: ({ reply: answer }) => {
      const body = bodyOf(answer);
      if (valueAt(body, "/status") === "incomplete") return { outcome: "skip", reason: "The response was cut off." };
      return judgeToolInput(plainText(body, "responses"), "/output");
    },
  }),
  ruleOn(structuredCall, {
    name: "effort",
    sentence: "a response tells the reasoning effort that was asked for",
    requirements: ["R1.5", "R4.9"],
    // Where a model has no such level, another may be taken: that weighs less.
    provenance: "observed",
    after: "schema",
    judge: ({ reply: answer }) => {
      const pointer = "/reasoning/effort";
      const effort = valueAt(bodyOf(answer), pointer);
      if (effort === "low") return pass;
      return broken({
        message: `The effort low was asked for, and the response says ${JSON.stringify(effort)}.`,
        expected: "low",
        actual: String(effort),
        pointer,
        ...(typeof effort === "string" && hasReasoned(answer) && { provenance: "inferred" as const }),
      });
    },
  }),
  ruleOn(structuredCall, {
    name: "summary",
    sentence: "a response that is asked for a summary of its reasoning has one, where it reasoned",
    requirements: ["R1.5", "R4.9"],
    provenance: "observed",
    after: "schema",
    judge: ({ reply: answer }) => {
      const body = bodyOf(answer);
      const output = valueAt(body, "/output");
      const items = Array.isArray(output) ? output : [];
      const reasoned = reasoningTokens(body);
      const hasSummary = items.some((item) => valueAt(item, "/summary/0") !== undefined);
      if (hasSummary || reasoned === 0) return pass;
      const message = `The model reasoned for ${reasoned} tokens, and no item of the output has a summary.`;
      return broken({ message, expected: "a reasoning item with a summary", pointer: "/output" });
    },
  }),
  ruleOn(structuredCall, {
    name: "search",
    sentence:
      "a response that is asked to search the web has searched it, where the model list says that its model does",
    requirements: ["R1.5", "R4.9"],
    // A model may know without.
    provenance: "inferred",
    after: "schema",
    judge: ({ request, reply: answer }) => {
      const isOffered = String(request.body).includes('"web_search"');
      if (!isOffered) return { outcome: "skip", reason: "The model list names no web search with this model." };
      const output = valueAt(bodyOf(answer), "/output");
      const types = (Array.isArray(output) ? output : []).map((item) => valueAt(item, "/type"));
      if (types.includes("web_search_call")) return pass;
      const message = "No item of the output is a search, which the question asks for.";
      return broken({ message, expected: "a web_search_call", actual: types.join(", "), pointer: "/output" });
    },
  }),
  ...saidRules(structuredCall, dialects.responses, {
    names: ["usage-sum", "prompt-counted"],
    after: ["responses/structured/schema"],
  }),
];

const reasoningTokens = (body: unknown) => Number(valueAt(body, "/usage/output_tokens_details/reasoning_tokens") ?? 0);

/** True where the reply shows that its model thought, or counts it. */
function hasReasoned(reply: WireReply | undefined): boolean {
  const body = bodyOf(reply);
  const output = valueAt(body, "/output");
  const items = Array.isArray(output) ? output : [];
  return reasoningTokens(body) > 0 || items.some((item) => valueAt(item, "/type") === "reasoning");
}
