const weather = new Map([
  ["Oslo", "snow, -4 °C"],
  ["Paris", "rain, 9 °C"],
]);
const timeZones = new Map([
  ["Oslo", "Europe/Oslo"],
  ["Paris", "Europe/Paris"],
]);

/** The functions that the model may call. All of them take a city. */
export const tools = [
  {
    name: "get_weather",
    description: "Tells the weather in a city.",
    run: async (city: string) => weather.get(city) ?? `The weather in ${city} is not known.`,
  },
  {
    name: "get_time",
    description: "Tells what time it is in a city.",
    run: async (city: string) => new Date().toLocaleTimeString("en-GB", { timeZone: timeZones.get(city) ?? "UTC" }),
  },
];

/** Their parameters, as a JSON Schema. */
export const parameters = {
  type: "object",
  properties: { city: { type: "string", enum: [...weather.keys()] } },
  required: ["city"],
};
