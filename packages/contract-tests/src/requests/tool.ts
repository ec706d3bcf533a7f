/** The tool that models have to call. */
export const toolName = "get_weather";

/** Long enough for its tokens to be missed where it is left out. */
export const toolDescription =
  "Tells what the weather is like in a city at this moment: the temperature in degrees, whether it rains or snows, how strong the wind is and where it comes from, and what can be expected for the rest of the day and the night after it.";

/** What it takes. */
export const toolSchema = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
};
