import type { ChatCompletion } from "@model-access/contract";
import { expect, test } from "vitest";
import { createClient } from "./client.js";

const { chat } = createClient();

/** The calls that a model makes for a prompt, with one tool. */
async function callsFor(content: string, name: string, properties: Record<string, object> = {}, seed = 1) {
  const parameters = { type: "object", properties, required: Object.keys(properties) };
  const tools = [{ type: "function", function: { name, description: name.replaceAll("_", " "), parameters } }];
  const answer = await chat({ messages: [{ role: "user", content }], tools, seed });
  const { choices } = (await answer.json()) as ChatCompletion;
  return (choices[0]?.message.tool_calls ?? []).map((call) => {
    const called = "function" in call ? call.function : undefined;
    return { name: called?.name, arguments: JSON.parse(called?.arguments ?? "null") as unknown };
  });
}

/** The schema of a value like this one. */
function schemaOf(value: unknown): object {
  if (Array.isArray(value)) return { type: "array", items: schemaOf(value[0]) };
  return { type: Number.isInteger(value) ? "integer" : value === undefined ? "string" : typeof value };
}

const dateTime = { type: "string", format: "date-time" };
const oneOf = (...values: string[]) => ({ enum: values });
const described = (type: string, description: string) => ({ type, description });

test.each<[name: string, prompt: string, made: Record<string, unknown>, schemas?: Record<string, object>]>([
  [
    "get_weather",
    "The weather in Rome for 3 days?",
    { city: "Rome", days: 3, unit: "celsius" },
    { unit: oneOf("fahrenheit", "celsius") },
  ],
  [
    "get_weather",
    "The weather in Rome in Fahrenheit",
    { location: "Rome, Italy", unit: "fahrenheit" },
    { location: described("string", "City and state, e.g. San Francisco, CA"), unit: oneOf("celsius", "fahrenheit") },
  ],
  [
    "get_forecast",
    "The forecast for Tokyo for the next 3 days in fahrenheit",
    { location: "Tokyo", days: 3, units: "imperial" },
    { units: oneOf("metric", "imperial") },
  ],
  [
    "find_flight",
    "A flight from Oslo to Rome on 24 December 2026 for two people under $300",
    { origin: "Oslo", destination: "Rome", date: "2026-12-24", passengers: 2, maxPrice: 300 },
  ],
  [
    "book_flight",
    "Book a flight for Anna Schmidt from Berlin to Madrid on 3 May 2027",
    { departure_airport: "BER", arrival_airport: "MAD", departure_date: "2027-05-03" },
  ],
  ["find_cities", "Three cities in Italy", { city: "Rome", country: "Italy" }],
  ["calculate", "Calculate 12 * 7", { expression: "12 * 7" }],
  ["add_numbers", "Add the numbers 3 and 4", { a: 3, b: 4 }],
  [
    "write_email",
    'Write an email to kari@harbour.example: "See you soon"',
    { to: "kari@harbour.example", body: "See you soon" },
  ],
  [
    "send_email",
    "email bob@example.com that 'I am running late'",
    { to: "bob@example.com", subject: "I am running late", body: "I am running late" },
  ],
  ["translate", "Translate it into Japanese", { target_language: "Japanese" }],
  [
    "translate",
    "Translate 'good morning' to French",
    { text: "good morning", target_language: "French", source_language: "English" },
  ],
  ["find_hotel", "A hotel with breakfast, without parking", { includeBreakfast: true, parking: false }],
  ["find_order", "Where is order A-1042?", { order_id: "A-1042" }],
  [
    "refund_order",
    "Refund order A-1001 because it arrived broken",
    { order_id: "A-1001", reason: expect.stringContaining("it arrived broken") },
    { reason: { type: "string" } },
  ],
  [
    "read_invoice",
    "Invoice INV-2026-0042 from Acme GmbH, dated 2026-03-04, 3 chairs, due 2026-04-03.",
    { invoice_number: "INV-2026-0042", date: "2026-03-04", due_date: "2026-04-03", quantity: 3 },
  ],
  ["read_invoice", "Invoice: 3 chairs at 49.90 EUR each, total 149.70 EUR", { total: 149.7 }],
  ["find_shoes", "Find running shoes under 100 dollars", { limit: 10, min_price: 33, max_price: 100 }],
  ["add_person", "This person: Jason Liu is 30 years old", { name: "Jason Liu", age: 30 }],
  [
    "read_person",
    "John Smith, 42, lives at 5 Main Street and loves it (person)",
    { sentiment: "positive" },
    { sentiment: oneOf("positive", "negative", "neutral") },
  ],
  ["read_file", "Read the file src/index.ts", { path: "src/index.ts" }],
  [
    "create_event",
    "Schedule a meeting with Anna tomorrow at 3pm for 30 minutes",
    { start: expect.stringMatching(/T15:00:00Z$/), duration_minutes: 30, attendees: ["Anna"] },
    { start: dateTime },
  ],
  [
    "create_event",
    "Schedule a meeting with anna@example.com on 2026-12-01 at 15:00 about the launch",
    { start: "2026-12-01T15:00:00Z", attendees: ["anna@example.com"] },
    { start: dateTime, attendees: { type: "array", items: { type: "string", format: "email" } } },
  ],
  [
    "create_event",
    "A meeting tomorrow at 3pm for 45 minutes",
    { start_time: "15:00", end_time: expect.stringMatching(/^1[5-9]:[1-5]\d$|^1[67]:00$/) },
    { end_time: { type: "string" } },
  ],
  ["create_reminder", "Remind me to call mum at 18:30", { time: "18:30" }],
  [
    "set_light",
    "Turn on the living room lights and set them to 40%",
    { state: "on", brightness: 40 },
    { state: oneOf("on", "off") },
  ],
  ["set_temperature", "Set the thermostat to 21 degrees", { temperature: 21 }],
  ["set_timer", "Set a timer for 10 minutes", { duration: 10 }],
  ["order_pizza", "Order a large pizza to 12 Main Street", { size: "large" }, { size: oneOf("small", "large") }],
  [
    "get_directions",
    "How do I get from Alexanderplatz to the airport by bike?",
    { origin: "Alexanderplatz", mode: "bicycling" },
    { mode: oneOf("driving", "walking", "bicycling") },
  ],
  [
    "create_issue",
    "Create an issue titled 'Login fails on Safari' with high priority",
    { title: "Login fails on Safari", priority: "high" },
    { priority: oneOf("low", "medium", "high") },
  ],
  ["convert_currency", "Convert 100 USD to EUR", { amount: 100, from: "USD", to: "EUR" }],
  ["get_stock_price", "What's the stock price of AAPL?", { ticker: "AAPL" }],
  ["post_message", "Post 'We are live!' to Slack channel #general", { channel: "#general", text: "We are live!" }],
  ["create_ticket", "Create a ticket for the payment bug and assign it to Sam", { assignee: "Sam" }],
  [
    "book_table",
    "Book a table for 4 at Luigi's on Saturday at 8pm",
    { restaurant: "Luigi's", party_size: 4, time: "20:00" },
  ],
  ["plan_meeting", "Maya and Jonas meet on Friday for a meeting", { people: ["Maya", "Jonas"] }],
  ["play_music", "Play some music by Miles Davis", { artist: "Miles Davis" }],
  ["get_wetter", "Wie wird das Wetter in Berlin für 4 Personen?", { stadt: "Berlin", personen: 4 }],
])("%s is called with the words of the prompt: %s", async (name, prompt, made, schemas = {}) => {
  const properties = Object.fromEntries(
    Object.entries(made).map(([key, value]) => [key, schemas[key] ?? schemaOf(value)]),
  );

  expect(await callsFor(prompt, name, properties)).toEqual([{ name, arguments: made }]);
});

test.each([
  ["run_sql", "How many orders were placed last week?"],
  ["get_forecast", "Do I need an umbrella in Rome?"],
  ["calculator", "what is 12*9?"],
])("a tool is called by what it is for: %s", async (name, prompt) => {
  expect(await callsFor(prompt, name)).toEqual([{ name, arguments: {} }]);
  expect(await callsFor("hello", name)).toEqual([]);
});
