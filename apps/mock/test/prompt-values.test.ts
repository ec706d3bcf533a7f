import { expect, test } from "vitest";
import { callsFor } from "./said.js";

const string = { type: "string" };
const integer = { type: "integer" };
const number = { type: "number" };
const dateTime = { type: "string", format: "date-time" };
const oneOf = (...values: string[]) => ({ enum: values });
const listOf = (items: object) => ({ type: "array", items });

test.each<{ prompt: string; name: string; properties: Record<string, object>; made: Record<string, unknown> }>([
  {
    prompt: "Schedule a meeting with Anna tomorrow at 3pm for 30 minutes",
    name: "create_event",
    properties: { title: string, start: dateTime, duration_minutes: integer, attendees: listOf(string) },
    made: {
      title: "Meeting with Anna",
      start: expect.stringMatching(/T15:00:00Z$/),
      duration_minutes: 30,
      attendees: ["Anna"],
    },
  },
  {
    prompt: "Reply to the last message from Tom and say thanks",
    name: "reply_to_email",
    properties: { body: string },
    made: { body: "Thanks." },
  },
  {
    prompt: "Turn on the living room lights and set them to 40%",
    name: "set_light",
    properties: { room: string, state: oneOf("on", "off"), brightness: integer },
    made: { room: "living room", state: "on", brightness: 40 },
  },
  {
    prompt: "Set the thermostat to 21 degrees",
    name: "set_temperature",
    properties: { temperature: number },
    made: { temperature: 21 },
  },
  {
    prompt: "Set a timer for 10 minutes",
    name: "set_timer",
    properties: { duration: { ...integer, description: "In seconds" } },
    made: { duration: 600 },
  },
  {
    prompt: "Add milk, eggs and bread to my shopping list",
    name: "add_items",
    properties: { list: string, items: listOf(string) },
    made: { list: "shopping", items: ["milk", "eggs", "bread"] },
  },
  {
    prompt: "Remind me to call mum at 18:30",
    name: "create_reminder",
    properties: { text: string, time: string },
    made: { text: "Call mum", time: "18:30" },
  },
  {
    prompt: "Play some jazz by Miles Davis",
    name: "play_music",
    properties: { artist: string, genre: string },
    made: { artist: "Miles Davis", genre: "jazz" },
  },
  {
    prompt: "How do I get from Alexanderplatz to the airport by bike?",
    name: "get_directions",
    properties: { origin: string, destination: string, mode: oneOf("driving", "walking", "bicycling") },
    made: { origin: "Alexanderplatz", destination: "the airport", mode: "bicycling" },
  },
  {
    prompt: "Create an issue titled 'Login fails on Safari' with high priority",
    name: "create_issue",
    properties: { title: string, priority: oneOf("low", "medium", "high") },
    made: { title: "Login fails on Safari", priority: "high" },
  },
  {
    prompt: "Open a pull request from feature/login to main",
    name: "create_pull_request",
    properties: { head: string, base: string },
    made: { head: "feature/login", base: "main" },
  },
  {
    prompt: "Read the file src/index.ts",
    name: "read_file",
    properties: { path: string },
    made: { path: "src/index.ts" },
  },
  {
    prompt: "Search for TODO in the src folder",
    name: "grep",
    properties: { pattern: string, path: string },
    made: { pattern: "TODO", path: "src" },
  },
  { prompt: "Run npm test", name: "run_command", properties: { command: string }, made: { command: "npm test" } },
  {
    prompt: "Refund order A-1001 because it arrived broken",
    name: "refund_order",
    properties: { order_id: string, reason: string },
    made: { order_id: "A-1001", reason: "it arrived broken" },
  },
  {
    prompt: "Convert 100 USD to EUR",
    name: "convert_currency",
    properties: { amount: number, from: string, to: string },
    made: { amount: 100, from: "USD", to: "EUR" },
  },
  {
    prompt: "What's the stock price of AAPL?",
    name: "get_stock_price",
    properties: { ticker: string },
    made: { ticker: "AAPL" },
  },
  {
    prompt: "Translate 'good morning' to French",
    name: "translate",
    properties: { text: string, target_language: string, source_language: string },
    made: { text: "good morning", target_language: "French", source_language: "English" },
  },
  {
    prompt: "Order a large pizza to 12 Main Street",
    name: "order_pizza",
    properties: { size: oneOf("small", "large"), address: string },
    made: { size: "large", address: "12 Main Street" },
  },
  {
    prompt: "Post 'We are live!' to Slack channel #general",
    name: "post_message",
    properties: { channel: string, text: string },
    made: { channel: "#general", text: "We are live!" },
  },
  {
    prompt: "Create a ticket for the payment bug and assign it to Sam",
    name: "create_ticket",
    properties: { summary: string, assignee: string },
    made: { summary: "payment bug", assignee: "Sam" },
  },
  {
    prompt: "Calculate 15% tip on 84.50",
    name: "calculate",
    properties: { expression: string },
    made: { expression: "84.50 * 0.15" },
  },
  {
    prompt: "Book a table for 4 at Luigi's on Saturday at 8pm",
    name: "book_table",
    properties: { restaurant: string, party_size: integer, time: string },
    made: { restaurant: "Luigi's", party_size: 4, time: "20:00" },
  },
  {
    prompt: "The forecast for Tokyo for the next 3 days in fahrenheit",
    name: "get_forecast",
    properties: { location: string, days: integer, units: oneOf("metric", "imperial") },
    made: { location: "Tokyo", days: 3, units: "imperial" },
  },
])("$name is called with the words of the prompt: $prompt", async ({ prompt, name, properties, made }) => {
  const parameters = { type: "object", properties, required: Object.keys(properties) };

  const calls = await callsFor(prompt, { tools: [{ name, description: name.replaceAll("_", " "), parameters }] });

  expect(calls).toEqual([{ name, arguments: made }]);
});
