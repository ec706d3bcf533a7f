import type { Model, ResponseRequest, ResponseResource } from "@model-access/contract";
import { answerJson } from "../call.js";
import { answerStream, cutOf, eventText } from "../conversation/write-answer.js";
import type { Handler } from "../handler.js";
import { Refusal } from "../refusal.js";
import { letOthersIn } from "../request/body-weight.js";
import { writeEvents } from "./events.js";
import { writeOutput } from "./output.js";
import { readConversation } from "./read-conversation.js";
import { resolveInput } from "./resolve-input.js";
import { beginAgain, beginResource, endResource, isKept } from "./resource.js";
import { keptResponse } from "./response-store.js";
import { addItems } from "./thread.js";

/** Answers a response, plain or as a stream; the stream's pieces joined are the plain reply. */
export const createResponse: Handler = async (
  { fields, model: catalogued },
  { session: { state, makeId, clock }, account, seed, compose, stream },
) => {
  const request = fields as unknown as ResponseRequest; // the contract's validator accepted it
  const { model } = request;
  checkEffort(request, catalogued);
  const thread = await resolveInput(request, { store: state.responses, account });
  const reply = await compose(readConversation(request, thread));
  const createdAt = Math.floor(clock.now() / 1000);
  const body = reply.body as ResponseResource | undefined; // the contract accepted it when it was given
  const begun = body ? beginAgain(body) : beginResource(request, { id: makeId("resp_", 32), createdAt });
  const write = () => writeOutput(reply, { request, makeId, seed });
  const ended = body ?? endResource(begun, { reply, output: write(), endedAt: createdAt });
  const { inputTokens, outputTokens } = reply.usage;
  const usage = { model, inputTokens, outputTokens };
  const kept = isKept(request)
    ? { kept: keptResponse(account, { ...ended, thread: addItems(thread, ended.output) }) }
    : undefined;

  if (request.stream !== true) return { ...answerJson(ended), usage, ...kept };
  const events: string[] = [];
  for (const event of writeEvents(begun, ended, cutOf(reply))) {
    const text = eventText(event.type, event);
    events.push(text);
    await letOthersIn(text); // some have all of the request's instructions
  }
  return { ...answerStream(stream([...events, "data: [DONE]\n\n"])), usage, ...kept };
};

/** Refuses a level of reasoning that the model does not list among its parameters; one that lists none takes any. */
function checkEffort({ reasoning }: ResponseRequest, model: Model | undefined): void {
  const effort = reasoning?.effort;
  const parameter = model?.parameters?.find(({ name }) => name === "reasoning_effort");
  const levels = parameter?.schema?.enum;
  if (effort == null || levels === undefined || levels.includes(effort)) return;
  const known = levels.map((level) => `'${level}'`).join(", ");
  throw new Refusal("invalid_parameter", `'reasoning.effort' has to be one of ${known} for this model.`);
}
