import { operationOf, requirements, validateParameters, validateRequestBody } from "@model-access/contract";
import { expect, test } from "vitest";
import { areas, exchanges, rules } from "../src/areas.js";
import type { Call, ExchangePlan } from "../src/exchange.js";
import { rulesByRequirement } from "../src/report/list.js";
import { exampleFacts as facts } from "../src/requests/example-call.js";
import { broken } from "../src/rule.js";

test("every rule has an id of its own, a sentence, and rows that the specification has", () => {
  const rows = requirements.map(({ id }) => id);

  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  for (const rule of rules) {
    expect(rule.id).toMatch(/^[a-z]+(\/[a-z0-9-]+){1,3}$/);
    expect(rule.sentence).toMatch(/^[A-Z].*\.$/);
    expect(rule.requirements.length, rule.id).toBeGreaterThan(0);
    expect(rows).toEqual(expect.arrayContaining(rule.requirements));
  }
});

test("every row that a test over HTTP can show has a rule", () => {
  const checkable = requirements.filter(({ on }) => on.includes("check")).map(({ id }) => id);
  const table = rulesByRequirement(rules);

  expect(table.map(({ requirement }) => requirement)).toEqual(checkable);
  expect(table.filter((row) => row.rules.length === 0)).toEqual([]);
});

test("what a rule reads and waits for is there, and so is what a call needs", () => {
  const calls = exchanges.map(({ id }) => id);
  const ids = rules.map(({ id }) => id);

  expect(new Set(calls).size).toBe(calls.length);
  for (const { exchanges: read, after = [] } of rules) {
    expect(calls).toEqual(expect.arrayContaining(read));
    expect(ids).toEqual(expect.arrayContaining([after].flat()));
  }
  for (const { needs = [] } of exchanges) expect(calls).toEqual(expect.arrayContaining(needs));
});

test("every exchange is read by a rule, or needed by one that is", () => {
  const read = new Set(rules.flatMap((rule) => rule.exchanges));
  const needed = new Set(exchanges.flatMap(({ needs = [] }) => needs));

  expect(exchanges.map(({ id }) => id).filter((id) => !read.has(id) && !needed.has(id))).toEqual([]);
});

test("a rule on all calls is judged when all calls were made", () => {
  const onAll = rules.filter(({ readsAll }) => readsAll);

  expect(onAll.filter(({ id }) => !id.startsWith("service/"))).toEqual([]);
  expect(areas.map(({ name }) => name).slice(-2)).toEqual(["service", "burst"]);
});

test("only what the specification states, and what breaks an official client, is a must", () => {
  const musts = rules.filter(({ level }) => level === "must");

  expect(musts.filter(({ provenance, client }) => provenance !== "stated" && client === undefined)).toEqual([]);
});

test.each(exchanges.filter(isCalled).map((plan) => [plan.id, plan] as const))(
  "%s sends what the contract takes, or what it has to refuse",
  (_id, plan) => {
    const call = callOf(plan);
    const isMalformed =
      /missing|\/known-bot|nearly-right|temperature-|wrong-type|null-|quoted|fraction|\/role$|no-version|negative|zero-|limit-(zero|over|text)|empty-messages|empty-model|text-message|page-odd|large-body|limit\/posts/.test(
        plan.id,
      );

    expect(violationsOf(plan, call).length > 0, JSON.stringify(call)).toBe(
      isMalformed || /^files\/|-files$/.test(plan.id),
    );
  },
);

test("the default run makes no more than 150 calls, and 18 that are billed, before those that come last", () => {
  const takesName = /private-bot|app-bot/;
  const unasked = exchanges.filter(
    ({ id, allow, priority = 0 }) => allow === undefined && priority === 0 && !takesName.test(id),
  );
  const free = unasked.filter(({ isBilled }) => !isBilled);
  const billed = unasked.filter(({ isBilled, id }) => isBilled && !id.endsWith("again"));

  expect(billed.length).toBeLessThanOrEqual(18);
  expect(free.length + billed.length).toBeLessThanOrEqual(150);
});

test("there is room for all that is billed in a run on chat, models and account without tools", () => {
  const areasOfSmall = ["models", "account", "chat"];
  const modelList = { data: [{ id: "some-model" }, { id: "another-model" }] };
  const billed = exchanges.filter(
    ({ id, isBilled, write }) =>
      isBilled &&
      !id.endsWith("again") &&
      areasOfSmall.includes(id.split("/")[0] ?? "") &&
      !("because" in write({ ...facts, modelList })),
  );

  expect(billed.length).toBeLessThanOrEqual(18);
});

/** Those that are made in any case and whose body is JSON. */
function isCalled(plan: ExchangePlan): boolean {
  const call = plan.write(facts);
  return !("because" in call) && call.text === undefined && call.target === undefined && call.method === undefined;
}

function callOf(plan: ExchangePlan): Call {
  const call = plan.write(facts);
  if ("because" in call) throw new Error(call.because);
  return call;
}

function violationsOf({ operationId }: ExchangePlan, { path = {}, query = {}, headers = {}, json, form }: Call) {
  const parameters = validateParameters(operationId, { path, query, header: headers });
  if (operationOf(operationId).body === undefined) return parameters;
  const mediaType = form === undefined ? "application/json" : "application/x-www-form-urlencoded";
  // As it goes over the wire: members that are undefined are left out.
  const body: unknown = JSON.parse(JSON.stringify(json ?? form));
  return [...parameters, ...validateRequestBody(operationId, mediaType, body)];
}

test("a finding that begins with a call is a sentence all the same", () => {
  const verdict = broken({ message: "a chat completion was refused with 503." });

  expect(verdict).toEqual({ outcome: "broken", finding: { message: "A chat completion was refused with 503." } });
});
