import type { Call, ExchangePlan, Facts } from "../exchange.js";

export const givenNames = { privateBot: "a-private-bot", appBot: "an-app-bot", foreignModel: "a-foreign-model" };

const id = "some-model";

/** The facts of a deployment that has one model, with everything that a call may ask of it. */
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
    ],
  },
  replyTo: () => undefined,
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
