import { operationOf, type ResponseResource, validateResponseBody } from "@model-access/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { eventsOf, streamFaults } from "./events.js";
import { bearer, json } from "./requests.js";

const base = { model: "GPT-5.2", input: "Name one prime number." };

const weather = {
  type: "function",
  name: "get_weather",
  parameters: { type: "object", properties: { place: { type: "string" } }, required: ["place"] },
};

const createFetch = () => createMock({ latency: "instant" }).fetch;

async function ask(fields: Record<string, unknown>, fetch = createFetch()): Promise<Response> {
  const init = json({ ...base, ...fields });
  return fetch("http://mock/v1/responses", { ...init, headers: { ...init.headers, ...bearer("sk-mock-full") } });
}

async function respond(fields: Record<string, unknown> = {}, fetch = createFetch()): Promise<ResponseResource> {
  const body = (await (await ask(fields, fetch)).json()) as ResponseResource; // validated on the next line
  expect(validateResponseBody("createResponse", 200, "application/json", body)).toEqual([]);
  return body;
}

test("answers with a text that the request and the seed decide (R4.9)", async () => {
  const first = await respond();

  expect(first).toMatchObject({ id: expect.stringMatching(/^resp_[0-9a-f]{32}$/), status: "completed" });
  expect(textOf(first)).toMatch(/\w/);
  expect((await respond()).output).toEqual(first.output);
});

test("a limit that cuts the text leaves the response incomplete", async () => {
  const response = await respond({ max_output_tokens: 16, input: "Tell me a long story about the sea and its ships." });

  expect(response.usage?.output_tokens).toBeLessThanOrEqual(16);
  if (response.status === "incomplete") expect(response.incomplete_details).toEqual({ reason: "max_output_tokens" });
});

test("sums its reasoning up where that is asked for (R1.5)", async () => {
  const { output, reasoning, usage } = await respond({ reasoning: { effort: "high", summary: "auto" } });

  expect(reasoning).toEqual({ effort: "high", summary: "detailed" });
  expect(output).toMatchObject([{ type: "reasoning", summary: [{ text: expect.any(String) }] }, { type: "message" }]);
  expect(usage?.output_tokens_details.reasoning_tokens).toBeGreaterThan(0);
});

test("refuses a level of reasoning that the model does not know, and names those it does", async () => {
  const response = await ask({ reasoning: { effort: "max" } });

  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { code: "invalid_parameter", message: expect.stringContaining("'high'") },
  });
});

test("searches the web where that is offered and cites what it found (R1.5)", async () => {
  const { output } = await respond({
    input: "What is the latest version of the Heron editor?",
    tools: [{ type: "web_search_preview" }],
    tool_choice: "required",
  });

  expect(output.map(({ type }) => type)).toEqual(["web_search_call", "message"]);
  expect(JSON.stringify(output)).toContain('"url_citation"');
});

test("fills a JSON schema (R1.5)", async () => {
  const schema = { type: "object", properties: { prime: { type: "integer" } }, required: ["prime"] };

  const response = await respond({ text: { format: { type: "json_schema", name: "prime", schema } } });

  expect(JSON.parse(textOf(response))).toMatchObject({ prime: expect.any(Number) });
});

test("calls a function, and goes on from the response with its result", async () => {
  const fetch = createFetch();
  const called = await respond({ tools: [weather], tool_choice: "required" }, fetch);
  const call = called.output.find(({ type }) => type === "function_call");
  if (call?.type !== "function_call") return expect.fail("There is no function call.");
  const result = { type: "function_call_output", call_id: call.call_id, output: "Rain." };

  const continued = await respond({ tools: [weather], previous_response_id: called.id, input: [result] }, fetch);
  const referring = await respond(
    {
      tools: [weather],
      input: [{ role: "user", content: base.input }, { type: "item_reference", id: call.id }, result],
    },
    fetch,
  );

  expect(JSON.parse(call.arguments)).toMatchObject({ place: expect.any(String) });
  expect(continued.previous_response_id).toBe(called.id);
  expect(textOf(continued)).toMatch(/\w/);
  expect(continued.output.some(({ type }) => type === "function_call")).toBe(false);
  expect(referring.usage).toEqual(continued.usage);
});

test.each([
  ["an unknown response", { previous_response_id: "resp_0" }],
  ["an unknown item", { input: [{ type: "item_reference", id: "msg_0" }] }],
])("refuses to go on from %s with 400", async (_, fields) => {
  const response = await ask(fields);

  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: "invalid_parameter" } });
});

test("goes on from a response by another key of the account, and by no key of another one", async () => {
  const { fetch } = createMock({ latency: "instant", state: { keys: { "sk-other": { name: "other" } } } });
  const { id } = await respond({}, fetch);
  const init = json({ ...base, previous_response_id: id });

  const statuses = await Promise.all(
    ["sk-mock-tiny", "sk-other"].map(async (key) => {
      const headers = { ...init.headers, ...bearer(key) };
      return (await fetch("http://mock/v1/responses", { ...init, headers })).status;
    }),
  );

  expect(statuses).toEqual([200, 400]);
});

test("goes on from a response whose whole body is scripted, by its own id and items", async () => {
  const body = await respond();
  const own = { ...body, id: "resp_scripted", output: body.output.map((item) => ({ ...item, id: "msg_scripted" })) };
  const replies = [{ operationId: "createResponse", text: "prime", times: 1, body: own }];
  const { fetch } = createMock({ latency: "instant", state: { replies } });

  const { id } = await respond({}, fetch);
  const next = await ask({ previous_response_id: id, input: "Go on." }, fetch);
  const referring = await ask({ input: [{ type: "item_reference", id: "msg_scripted" }] }, fetch);

  expect(id).toBe("resp_scripted");
  expect([next.status, referring.status]).toEqual([200, 200]);
});

test("does not keep a response that is not to be stored, and says so", async () => {
  const fetch = createFetch();
  const { id, store } = await respond({ store: false }, fetch);

  const response = await ask({ previous_response_id: id }, fetch);

  expect(store).toBe(false);
  expect(response.status).toBe(400);
});

test.each([
  {},
  { reasoning: { effort: "high", summary: "auto" } },
  { tools: [weather], tool_choice: "required" },
  { tools: [{ type: "web_search" }] },
  { max_output_tokens: 16 },
])("streams %j as the contract says, to the plain response at the end (R6.1)", async (fields) => {
  const plain = await respond(fields);

  const events = eventsOf(await (await ask({ ...fields, stream: true })).text());
  const last = JSON.parse(events.at(-2)?.data ?? "");

  expect(streamFaults(operationOf("createResponse"), events)).toEqual([]);
  expect(events.at(-1)?.data).toBe("[DONE]");
  expect(events.slice(0, -1).map(({ event }) => event)).toEqual(
    events.slice(0, -1).map(({ data }) => JSON.parse(data).type),
  );
  expect(last.response).toEqual({ ...plain, ...timesOf(last.response) });
});

const timesOf = ({ created_at, completed_at }: ResponseResource) => ({ created_at, completed_at });

/** Returns the text that client libraries call `output_text`. */
function textOf({ output }: ResponseResource): string {
  return output
    .flatMap((item) => (item.type === "message" ? item.content : []))
    .map((part) => (part.type === "output_text" ? part.text : ""))
    .join("");
}
