import { tool } from "ai";
import { z } from "zod";

const weather = ["sunny, 24 °C", "rain, 9 °C", "clouds, 16 °C", "snow, -2 °C"];

/** The functions that the model may call; they run here, and the page shows the calls. */
export const tools = {
  get_weather: tool({
    description: "Tells the weather in a city.",
    inputSchema: z.object({ city: z.string().describe("The name of the city") }),
    // Ask a weather service here.
    execute: async ({ city }) => ({ city, weather: weather[city.length % weather.length] }),
  }),
};
