import type { Call, ExchangePlan, Facts } from "../exchange.js";
import type { WireReply } from "../wire/wire.js";

export const givenNames = { privateBot: "a-private-bot", appBot: "an-app-bot", foreignModel: "a-foreign-model" };

const id = "some-model";

const call = { id: "call_1", type: "function", function: { name: "get_weather", arguments: "{}" } };

const body = Buffer.from(JSON.stringify({ choices: [{ message: { role: "assistant", tool_calls: [call] } }] }));

const answered: WireReply = { status: 200, rawHeaders: [], headAtMs: 0, body, pieces: [] };

/** The facts of a deployment with everything that a call may ask of it, where all earlier calls were answered, by the call of a tool. */
export const exampleFacts: Facts = {
  modelFor: () => id,
  otherModel: () => id,
  modelList: {
    data: [
      {
        id,
        supported_features: ["tools", "web_search"],
        supported_endpoints: ["/v1/chat/completions", "/v1/messages", "/v1/responses"],
        architecture: { input_modalities: ["text", "image"], output_modalities: ["text"] },
        reasoning: { supports_reasoning_effort: true },
      },
      { id: "another-model" },
      { id: "a-media-bot", architecture: { output_modalities: ["image"] } },
    ],
  },
  replyTo: () => answered,
  given: givenNames,
  mayWait: true,
  videoWaitMs: 0,
  isLocal: true,
};

/** Returns what a call asks of a deployment that has everything; undefined for one that goes on from an earlier answer. */
export function exampleCall(plan: ExchangePlan): Call | undefined {
  const call = plan.write(exampleFacts);
  return "because" in call ? undefined : call;
}
