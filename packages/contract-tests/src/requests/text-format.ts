/** Writes a chat completion's format for a text that has to be an object with one member. */
const objectWith = (name: string, schema: object) => ({
  type: "json_schema",
  json_schema: {
    name,
    strict: true,
    schema: { type: "object", properties: { [name]: schema }, required: [name], additionalProperties: false },
  },
});

/** The format for a text that is to stand in an object, and can be no other one. */
export const textOnly = (text: string) => objectWith("said", { type: "string", enum: [text] });

/** The format for a city. */
export const cityOnly = objectWith("city", { type: "string" });
