/** The tool that models have to call. */
export const toolName = "get_weather";

/** What it takes. */
export const toolSchema = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
};
