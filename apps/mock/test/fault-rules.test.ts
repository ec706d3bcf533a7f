import { operationOf } from "@model-access/contract";
import { expect, test } from "vitest";
import type { FaultRule } from "../src/faults/fault-rules.js";
import type { ApiRequest } from "../src/request/api-request.js";
import { defaultWorld } from "../src/world/world.js";
import { createSessionOf } from "./session-of.js";

const key = "sk-mock-full";
const { catalogue } = defaultWorld();

function requestFor(model: string, fields = {}): ApiRequest {
  const asked = { operation: operationOf("createChatCompletion"), path: {}, fields: { model, ...fields } };
  return { ...asked, query: {}, files: {}, faultByName: "", model: catalogue.check(asked) };
}

const createFaultRules = async (faults: FaultRule[]) => (await createSessionOf({ ...defaultWorld(), faults })).faults;

const namesOf = (faults: { name: string }[]) => faults.map(({ name }) => name);

test("a rule holds for every request until it is taken away", async () => {
  const rules = await createFaultRules([]);
  const { id } = await rules.add({ fault: "status-503" });

  expect(namesOf(await rules.take({ request: requestFor("GPT-5.2"), key }))).toEqual(["status-503"]);
  expect(namesOf(await rules.take({ request: requestFor("GPT-5.2"), key }))).toEqual(["status-503"]);
  expect(await rules.remove(id)).toBe(true);
  expect(await rules.remove(id)).toBe(false);

  expect(await rules.take({ request: requestFor("GPT-5.2"), key })).toEqual([]);
});

test("a rule with a number holds for so many requests", async () => {
  const rules = await createFaultRules([{ fault: "status-503", times: 1 }]);

  const taken = await Promise.all([1, 2].map(() => rules.take({ request: requestFor("GPT-5.2"), key })));

  expect(taken.map(namesOf)).toEqual([["status-503"], []]);
  expect(await rules.list()).toEqual([]);
});

test.each([
  ["the model, by either name", { model: "claude-SONNET-4.5" }, "Claude-Sonnet-4.5"],
  ["the model, as its provider writes it", { model: "claude-sonnet-4-5-20250929" }, "Claude-Sonnet-4.5"],
  ["the operation", { operationId: "createChatCompletion" }, "GPT-5.2"],
  ["the key", { key }, "GPT-5.2"],
])("a rule fits by %s", async (_name, condition, model) => {
  const rules = await createFaultRules([{ fault: "status-500", ...condition }]);

  expect(namesOf(await rules.take({ request: requestFor(model), key }))).toEqual(["status-500"]);
});

test.each([
  ["another model", { model: "GPT-5.2" }, {}],
  ["another operation", { operationId: "createMessage" }, {}],
  ["another key", { key: "sk-mock-tiny" }, {}],
  ["a plain request, where the fault is one of streams", { fault: "stall" }, {}],
  ["a stream, where the fault is one of plain replies", { fault: "cut-json" }, { stream: true }],
])("a rule does not fit %s", async (_name, condition, fields) => {
  const rules = await createFaultRules([{ fault: "status-500", ...condition }]);

  expect(await rules.take({ request: requestFor("Claude-Sonnet-4.5", fields), key })).toEqual([]);
});

test("a rule with a fault that is none is refused", async () => {
  const rules = await createFaultRules([]);

  await expect(rules.add({ fault: "stall;after=2" })).rejects.toThrow("The fault 'stall' takes at=N");
});
