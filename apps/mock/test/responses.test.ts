import { expect, test } from "vitest";
import { createClient } from "./client.js";
import { ask, askPlain, type Fields, valuesOf } from "./dialects.js";
import { bearer } from "./requests.js";

const parameters = { type: "object", properties: { place: { type: "string" } }, required: ["place"] };
const tools = [{ type: "function", name: "get_weather", parameters }];
const said = ({ output }: Fields) => valuesOf(output, "text").join("");

test("a response calls a function, and the next one continues from it with the result", async () => {
  const client = createClient({ state: { keys: { "sk-other": { name: "other" } } } });
  const called = await askPlain(client, "createResponse", { tools, tool_choice: "required" });
  const [call] = called.output as { id: string; call_id: string }[];
  const result = { type: "function_call_output", call_id: call?.call_id, output: "Rain." };
  const reference = { type: "item_reference", id: call?.id };

  const continued = await askPlain(client, "createResponse", {
    tools,
    previous_response_id: called.id,
    input: [result],
  });
  const input = [{ role: "user", content: "Hello" }, reference, result];
  const referring = await askPlain(client, "createResponse", { tools, input });
  const foreign = await ask(client, "createResponse", { tools, input }, bearer("sk-other"));

  expect(continued).toMatchObject({ previous_response_id: called.id, output: [{ type: "message" }] });
  expect(said(continued)).toContain("Rain.");
  expect(referring.usage).toEqual(continued.usage);
  expect(foreign.status).toBe(400);
});

test.for<[string, Fields]>([
  ["an unknown response", { previous_response_id: "resp_0" }],
  ["an unknown item", { input: [{ type: "item_reference", id: "msg_0" }] }],
])("continuing from %s is 400", async ([, fields]) => {
  const response = await ask(createClient(), "createResponse", fields);

  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: "invalid_parameter" } });
});

test("a response is continued by another key of its account, and by no key of another account", async () => {
  const client = createClient({ state: { keys: { "sk-other": { name: "other" } } } });
  const { id } = await askPlain(client, "createResponse");

  const statuses = [];
  for (const key of ["sk-mock-tiny", "sk-other"])
    statuses.push((await ask(client, "createResponse", { previous_response_id: id }, bearer(key))).status);

  expect(statuses).toEqual([200, 400]);
});

test("a response whose whole body is scripted is continued by its own id and items", async () => {
  const body = await askPlain(createClient(), "createResponse");
  const items = (body.output as Fields[]).map((item) => ({ ...item, id: "msg_scripted" }));
  const own = { ...body, id: "resp_scripted", output: items };
  const client = createClient({ state: { replies: [{ operationId: "createResponse", times: 1, body: own }] } });

  const { id } = await askPlain(client, "createResponse");
  const next = await ask(client, "createResponse", { previous_response_id: id });
  const referring = await ask(client, "createResponse", { input: [{ type: "item_reference", id: "msg_scripted" }] });

  expect(id).toBe("resp_scripted");
  expect([next.status, referring.status]).toEqual([200, 200]);
});

test("a response that is not to be stored is not kept", async () => {
  const client = createClient();
  const { id, store } = await askPlain(client, "createResponse", { store: false });

  expect(store).toBe(false);
  expect((await ask(client, "createResponse", { previous_response_id: id })).status).toBe(400);
});

test("a level of reasoning that the model lacks is refused with those it has", async () => {
  const response = await ask(createClient(), "createResponse", { model: "GPT-5.2", reasoning: { effort: "max" } });

  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { code: "invalid_parameter", message: expect.stringContaining("'high'") },
  });
});
