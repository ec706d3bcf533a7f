import { type ResponseToolChoice, valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { answerRules } from "../../checks/answer-rules.js";
import { bodyOf } from "../../checks/reply.js";
import type { Exchange, ExchangePlan } from "../../exchange.js";
import { chooseReasoner, offers } from "../../reading/choose-model.js";
import { listAt } from "../../reading/joined-text.js";
import { billedCall } from "../../requests/billed-call.js";
import { broken, pass, type Verdict } from "../../rule.js";

export const webSearch = { type: "web_search" } as const;

// The contract leaves open which tools of the service may be chosen, and its type names none.
export const chooseWebSearch = webSearch as unknown as ResponseToolChoice;

export const searchedCall: ExchangePlan = billedCall("responses", {
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
});

const about = { requirements: ["R1.5"], provenance: "observed" } as const;

export const searchedTopic: Topic = {
  exchanges: [searchedCall],
  rules: answerRules(searchedCall, about, {
    citations: {
      sentence: "citations of a response stand within its text",
      provenance: "upstream",
      after: "schema",
      judge: judgeCitations,
    },
  }),
};

/** In characters of the part of the text that has the citation. */
function judgeCitations({ reply }: Exchange): Verdict {
  const parts = listAt(bodyOf(reply), "/output").flatMap((item) => listAt(item, "/content"));
  for (const part of parts) {
    const { length } = String(valueAt(part, "/text") ?? "");
    for (const annotation of listAt(part, "/annotations")) {
      const [start, end] = [valueAt(annotation, "/start_index"), valueAt(annotation, "/end_index")];
      if (typeof start !== "number" || typeof end !== "number") continue;
      if (start >= 0 && start <= end && end <= length) continue;
      return broken({
        message: `A citation goes from ${start} to ${end}, and the text has ${length} characters.`,
        expected: `within 0 and ${length}`,
        actual: `${start} to ${end}`,
        pointer: "/output",
      });
    }
  }
  return pass;
}
