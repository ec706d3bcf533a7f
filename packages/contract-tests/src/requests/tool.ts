import type { ChatResponseFormat } from "@model-access/contract";
import type { DialectName } from "../dialects.js";
import type { CannotCall, Facts } from "../exchange.js";
import { offers } from "../reading/choose-model.js";
import type { Bodies } from "./billed-call.js";

/** The question to models that have to call a tool: it mentions both. */
export const toolQuestion = "What is the weather in Rome, and what time is it there?";

export const toolSchema = {
  type: "object" as const,
  properties: { city: { type: "string" } },
  required: ["city"],
};

/** Two, so that a reply may call more than one. The first description is long enough for its tokens to be missed. */
const functions = [
  {
    name: "get_weather",
    description:
      "Tells what the weather is like in a city at this moment: the temperature in degrees, whether it rains or snows, how strong the wind is and where it comes from, and what can be expected for the rest of the day and the night after it.",
  },
  // A name in another style: it has to come back as it was sent.
  { name: "getLocalTime2", description: "Tells what time it is in a city." },
];

export const toolNames = functions.map(({ name }) => name);

/** The result that a tool is taken to have given; long enough for its tokens to be missed. */
export const toolResult =
  "Sunny, 24 degrees. The wind is light and comes from the west, the air is dry, and no clouds are expected before the evening. Towards the night it gets cooler, with some fog along the river; tomorrow begins with showers in the hills, and from noon on the sun comes back. Those who go out late may want a coat.";

export const tools: { [Name in DialectName]: NonNullable<Bodies[Name]["tools"]> } = {
  chat: functions.map((about) => ({ type: "function", function: { ...about, parameters: toolSchema } })),
  messages: functions.map((about) => ({ ...about, input_schema: toolSchema })),
  responses: functions.map((about) => ({ type: "function", ...about, parameters: toolSchema })),
};

export const unlessTools =
  (name: DialectName, about?: { provider: number; feature: string }) =>
  ({ modelList, modelFor, otherModel }: Facts): CannotCall | undefined =>
    offers(modelList, (about && otherModel(name, about)) ?? modelFor(name), "tools")
      ? undefined
      : { because: "the model list offers no tools with this model", needs: "a model that offers tools" };

export const anyObject: ChatResponseFormat = { type: "json_object" };

/** The members of an answer, with the types of their values; no question suggests their names. */
export const placeMembers = { place_sought: "string", letters_in_it: "integer" };

/** Writes a chat completion's format for a text that has to be an object with these members and no others. */
export const placeOnly: ChatResponseFormat = {
  type: "json_schema",
  json_schema: {
    name: "place",
    strict: true,
    schema: {
      type: "object",
      properties: Object.fromEntries(Object.entries(placeMembers).map(([name, type]) => [name, { type }])),
      required: Object.keys(placeMembers),
      additionalProperties: false,
    },
  },
};
