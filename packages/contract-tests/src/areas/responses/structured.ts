import { valueAt } from "@model-access/contract";
import { ruleNamed, rulesOn } from "../../checks/define-rule.js";
import { bodyOf, judgeBody } from "../../checks/reply.js";
import { saidRules } from "../../checks/said-rules.js";
import { judgeToolInput } from "../../checks/tool-calls.js";
import { dialects } from "../../dialects.js";
import type { ExchangePlan, Facts } from "../../exchange.js";
import { chooseReasoner, offers } from "../../reading/choose-model.js";
import { listAt } from "../../reading/joined-text.js";
import { saidIn } from "../../reading/said.js";
import { billedCall } from "../../requests/billed-call.js";
import { toolSchema } from "../../requests/tool.js";
import { broken, pass, type Rule } from "../../rule.js";

/** The level that the specification shows. */
const effort = "high";

export const structuredCall: ExchangePlan = billedCall("responses", {
  id: "responses/structured",
  says: "a response with reasoning, a JSON schema for its text and, where there is one, a web search",
  unless: ({ modelList }) =>
    chooseReasoner(modelList) === undefined
      ? { because: "the model list has no model with a reasoning effort", needs: "a model that reasons" }
      : undefined,
  json: (_model, facts) => {
    const model = chooseReasoner(facts.modelList);
    return {
      model,
      ...(mayNotSearch(facts, model)
        ? { input: "Name the capital of Italy as JSON." }
        : {
            input: "Search the web for the capital of Italy, and name it as JSON.",
            tools: [{ type: "web_search" }],
            tool_choice: { type: "web_search" },
          }),
      max_output_tokens: 400,
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

/** True where the model list does not say that the model searches; where it does, the model has to. */
const mayNotSearch = ({ modelList }: Facts, model: string | undefined) => !offers(modelList, model, "web_search");

const ownRules = rulesOn(
  structuredCall,
  {
    sentence: "a response with reasoning and a JSON schema is answered with status 200",
    requirements: ["R1.5", "R4.9"],
    provenance: "stated",
  },
  {
    schema: {
      sentence: "a response with reasoning has the shape of the contract",
      provenance: "observed",
      judge: judgeBody,
    },
    json: {
      sentence: "the text of a response with a JSON schema is JSON of that schema",
      requirements: ["R1.5"],
      provenance: "observed",
      after: "schema",
      judge: (exchange) => {
        const { isCut, text } = saidIn(exchange, dialects.responses);
        return isCut ? { outcome: "skip", reason: "The response was cut off." } : judgeToolInput(text, "/output");
      },
    },
    effort: {
      sentence: "a response tells the reasoning effort that was asked for",
      provenance: "observed",
      after: "schema",
      judge: ({ reply }) => {
        const pointer = "/reasoning/effort";
        const told = valueAt(bodyOf(reply), pointer);
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
      sentence: "a response that is asked for a summary of its reasoning has one, where it reasoned",
      provenance: "observed",
      after: "schema",
      judge: ({ reply }) => {
        const body = bodyOf(reply);
        const reasoned = reasoningTokens(body);
        const hasSummary = listAt(body, "/output").some((item) => valueAt(item, "/summary/0") !== undefined);
        if (hasSummary || reasoned === 0) return pass;
        const message = `The model reasoned for ${reasoned} tokens, and no item of the output has a summary.`;
        return broken({ message, expected: "a reasoning item with a summary", pointer: "/output" });
      },
    },
    search: {
      sentence: "a response that has to search the web has searched it, where the model list says that its model does",
      provenance: "observed",
      after: "schema",
      judge: ({ request, reply }) => {
        const isOffered = String(request.body).includes('"web_search"');
        if (!isOffered) return { outcome: "skip", reason: "The model list names no web search with this model." };
        const body = bodyOf(reply);
        if (itemsIn(body, "web_search_call").length > 0) return pass;
        const types = listAt(body, "/output").map((item) => valueAt(item, "/type"));
        const message = "No item of the output is a search, which the request asks for.";
        return broken({ message, expected: "a web_search_call", actual: types.join(", "), pointer: "/output" });
      },
    },
  },
);

export const structuredSchema = ruleNamed(ownRules, "schema");

/** Rules on a response with reasoning and a schema. */
export const structuredRules: Rule[] = [
  ...ownRules,
  ...saidRules(structuredCall, dialects.responses, { names: ["usage-sum", "prompt-counted"], after: "schema" }),
];

const reasoningTokens = (body: unknown) => Number(valueAt(body, dialects.responses.reasoningAt ?? "") ?? 0);

const itemsIn = (body: unknown, type: string) =>
  listAt(body, "/output").filter((item) => valueAt(item, "/type") === type);
