const cities = new Map([
  ["Oslo", { weather: "snow, -4 °C", timeZone: "Europe/Oslo" }],
  ["Paris", { weather: "rain, 9 °C", timeZone: "Europe/Paris" }],
]);

/** The functions that the model may call. All of them take a city. */
export const tools = [
  {
    name: "get_weather",
    description: "Tells the weather in a city.",
    run: async (city: string) => cities.get(city)?.weather ?? `Nothing is known of ${city}.`,
  },
  {
    name: "get_time",
    description: "Tells what time it is in a city.",
    run: async (city: string) =>
      new Date().toLocaleTimeString("en-GB", { timeZone: cities.get(city)?.timeZone ?? "UTC" }),
  },
];

/** Their parameters, as a JSON Schema. */
export const parameters = {
  type: "object",
  properties: { city: { type: "string", enum: [...cities.keys()] } },
  required: ["city"],
};
