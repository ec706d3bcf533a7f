import type { ChatResponseFormat } from "@model-access/contract";

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
