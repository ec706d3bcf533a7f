import { valueAt } from "@model-access/contract";
import { rulesOn } from "../../checks/define-rule.js";
import { bodyOf, judgeBody } from "../../checks/reply.js";
import { dialects } from "../../dialects.js";
import type { Exchange, ExchangePlan, Facts } from "../../exchange.js";
import { chooseReasoner, offers } from "../../reading/choose-model.js";
import { listAt, payloadOf } from "../../reading/joined-text.js";
import { saidIn, sentIn, wordsSent } from "../../reading/said.js";
import { billedCall } from "../../requests/billed-call.js";
import { longQuestion, turnsBefore } from "../../requests/long-question.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { textOf } from "../../wire/wire.js";
import { streamCall } from "./stream.js";

const { responses } = dialects;

/** Goes on from the streamed response, where that says that it is kept. */
export const continuedCall: ExchangePlan = billedCall("responses", {
  priority: 26,
  id: "responses/continued",
  says: "a response that goes on from an earlier one that is kept, or searches the web",
  needs: [streamCall.id],
  unless: (facts) =>
    keptResponse(facts) === undefined && searcher(facts) === undefined
      ? { because: "no response is kept, and the model list has no model that searches the web", isNeedless: true }
      : undefined,
  json: (model, facts) => {
    const [previous, searching] = [keptResponse(facts), searcher(facts)];
    return {
      model: searching ?? model,
      input: searching === undefined ? "And now in one word." : "Search the web for the capital of Italy, and name it.",
      ...(searching !== undefined && { tools: [{ type: "web_search" }], tool_choice: { type: "web_search" } }),
      ...(previous !== undefined && { previous_response_id: previous }),
      max_output_tokens: 400,
    };
  },
});

/** Rules on a response that goes on, and on what it cites. */
export const continuedRules: Rule[] = rulesOn(
  continuedCall,
  { requirements: ["R1.5", "R4.9"], provenance: "observed" },
  {
    schema: { sentence: "a response that searches the web has the shape of the contract", judge: judgeBody },
    "earlier-counted": {
      sentence: "a response that goes on from an earlier one counts the conversation that it goes on from",
      provenance: "upstream",
      after: "schema",
      judge: judgeEarlierCounted,
    },
    citations: {
      sentence: "citations of a response stand within its text",
      provenance: "upstream",
      after: "schema",
      judge: judgeCitations,
    },
  },
);

/** The id of the streamed response, where its last event says that it is kept. */
function keptResponse({ replyTo }: Facts): string | undefined {
  const reply = replyTo(streamCall.id);
  const lines = reply === undefined ? [] : textOf(reply).split(/\r\n|\r|\n/);
  const last = lines
    .filter((line) => line.startsWith("data:"))
    .map((line) => valueAt(payloadOf(line.slice(5)), "/response"))
    .findLast((response) => response !== undefined);
  const id = valueAt(last, "/id");
  return valueAt(last, "/store") === true && valueAt(last, "/status") === "completed" && typeof id === "string"
    ? id
    : undefined;
}

/** A model that searches the web by the model list. */
function searcher({ modelList, modelFor }: Facts): string | undefined {
  return [modelFor("responses"), chooseReasoner(modelList)].find((model) => offers(modelList, model, "web_search"));
}

/** None of the words is less than a token; instructions are not taken over. */
function judgeEarlierCounted(exchange: Exchange): Verdict {
  if (valueAt(sentIn(exchange), "/previous_response_id") === undefined)
    return { outcome: "skip", reason: "The earlier response does not say that it is kept." };
  const { prompt, at } = saidIn(exchange, responses);
  const least = wordsSent({ input: turnsBefore(longQuestion) });
  if (prompt === undefined || prompt >= least) return pass;
  return broken({
    message: `The conversation has ${least} words, and the response that goes on from it counts ${prompt} tokens for its prompt.`,
    expected: `at least ${least}`,
    actual: String(prompt),
    pointer: at.usage,
  });
}

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
