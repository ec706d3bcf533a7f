import { type ResponseInputItem, type ResponseRequest, valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { dialects } from "../../dialects.js";
import type { Facts } from "../../exchange.js";
import { chooseReasoner, offers } from "../../reading/choose-model.js";
import { parseJson } from "../../reading/parse-json.js";
import { lastAt } from "../../reading/said.js";
import { wholeCallsIn } from "../../reading/tool-calls.js";
import { billedCall } from "../../requests/billed-call.js";
import { earlierTurns } from "../../requests/questions.js";
import { toolQuestion, toolResult, tools, unlessTools } from "../../requests/tool.js";
import { story } from "../../story.js";
import { readEventStream } from "../../wire/event-stream.js";

const told = story("responses", { requirements: ["R1.5"], provenance: "observed" });
const { ask } = told;

/** Responses with function tools. */
export const toolsTopic: Topic = told;

const withTools = { tools: tools.responses, tool_choice: "required", max_output_tokens: 300 } as const;

/** As a string, and long, so that it shows in the counts of what goes on from it. */
const asked = [...earlierTurns.map(({ content }) => content), toolQuestion].join(" ");

/** Another level than that of the other response with reasoning. */
const effort = "low";

/** A model that reasons has two items to stream: a summary and a call. */
export const toolsStreamCall = ask(
  billedCall("responses", {
    id: "responses/tools-stream",
    says: "a streamed response that must call a tool",
    isStreamed: true,
    unless: (facts) => (reasonerWithTools(facts) === undefined ? unlessTools("responses")(facts) : undefined),
    json: (model, facts) => {
      const reasoner = reasonerWithTools(facts);
      return {
        model: reasoner ?? model,
        input: asked,
        ...withTools,
        ...(reasoner !== undefined && { max_output_tokens: 600, reasoning: { effort, summary: "auto" } }),
        stream: true,
      };
    },
  }),
  { requirements: ["R4.9", "R1.5"], whole: { requirements: ["R1.5"] } },
);

export const toolsCall = ask(
  billedCall("responses", {
    // The one plain call of a function: it is the first that is made where another area bills less.
    priority: 9,
    id: "responses/tools",
    says: "a response that must call a tool",
    unless: unlessTools("responses"),
    json: (model) => ({ model, input: toolQuestion, ...withTools }),
  }),
);

/**
 * Writes the beginning of a call that goes on from the streamed one with the results of its tools: by its id where it says that
 * it is kept, and else in full. Empty where another model was asked, or no tool was called.
 */
export function toolRound(
  facts: Facts,
  model: string | undefined,
): Pick<ResponseRequest, "previous_response_id"> & { input: ResponseInputItem[] } {
  const reply = facts.replyTo(toolsStreamCall.id);
  const events = reply ? readEventStream(reply.body).events : [];
  const payloads = events.map(({ data }) => parseJson(data));
  const last = lastAt(payloads, "/response");
  const calls = wholeCallsIn(last, dialects.responses);
  const isOther = (reasonerWithTools(facts) ?? facts.modelFor("responses")) !== model;
  if (isOther || calls.length === 0) return { input: [] };
  const results = calls.map(({ id }) => ({ type: "function_call_output" as const, call_id: id, output: toolResult }));
  const id = valueAt(last, "/id");
  if (valueAt(last, "/store") === true && valueAt(last, "/status") === "completed" && typeof id === "string")
    return { previous_response_id: id, input: results };
  const made = calls.map(({ id, name, input }) => ({
    type: "function_call" as const,
    call_id: id,
    name,
    arguments: String(input),
  }));
  return { input: [{ role: "user", content: asked }, ...made, ...results] };
}

function reasonerWithTools({ modelList }: Facts): string | undefined {
  const reasoner = chooseReasoner(modelList);
  return offers(modelList, reasoner, "tools") ? reasoner : undefined;
}
