import { tool } from "ai";
import { z } from "zod";

const cities = new Map([
  ["Oslo", { weather: "snow, -4 °C", timeZone: "Europe/Oslo" }],
  ["Paris", { weather: "rain, 9 °C", timeZone: "Europe/Paris" }],
]);
const inputSchema = z.object({ city: z.enum(["Oslo", "Paris"]) });

/** The functions that the model may call. All of them take a city. */
export const tools = {
  get_weather: tool({
    description: "Tells the weather in a city.",
    inputSchema,
    execute: async ({ city }) => cities.get(city)?.weather ?? `Nothing is known of ${city}.`,
  }),
  get_time: tool({
    description: "Tells what time it is in a city.",
    inputSchema,
    execute: async ({ city }) =>
      new Date().toLocaleTimeString("en-GB", { timeZone: cities.get(city)?.timeZone ?? "UTC" }),
  }),
};
