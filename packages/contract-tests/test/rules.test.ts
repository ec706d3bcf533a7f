import { operationOf, requirements, validateParameters, validateRequestBody } from "@model-access/contract";
import { expect, test } from "vitest";
import { exchanges, rules } from "../src/areas.js";
import type { Facts } from "../src/exchange.js";

const facts: Facts = { modelFor: () => "some-model" };

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

test("what a rule reads and waits for is there", () => {
  const calls = exchanges.map(({ id }) => id);
  const ids = rules.map(({ id }) => id);

  for (const { exchanges: read, after } of rules) {
    expect(calls).toEqual(expect.arrayContaining(read));
    if (after !== undefined) expect(ids).toContain(after);
  }
});

test("every exchange is read by a rule", () => {
  const read = new Set(rules.flatMap((rule) => rule.exchanges));

  expect(exchanges.map(({ id }) => id).filter((id) => !read.has(id))).toEqual([]);
});

test("only what the specification states, and what breaks an official client, is a must", () => {
  const musts = rules.filter(({ level }) => level === "must");

  expect(musts.filter(({ provenance, client }) => provenance !== "stated" && client === undefined)).toEqual([]);
});

test("no must waits for a rule that weighs less", () => {
  const levelOf = (id: string | undefined) => rules.find((rule) => rule.id === id)?.level;

  const waiting = rules.filter(({ level, after }) => level === "must" && after !== undefined);

  expect(waiting.filter(({ after }) => levelOf(after) !== "must").map(({ id }) => id)).toEqual([]);
});

test.each(exchanges.map((plan) => [plan.id, plan] as const))(
  "%s sends what the contract takes, or what it has to refuse",
  (_id, plan) => {
    const call = plan.write(facts);
    if ("because" in call) throw new Error(call.because);
    const isMalformed = /missing|temperature/.test(plan.id);
    const mediaType = call.form === undefined ? "application/json" : "application/x-www-form-urlencoded";
    const takesBody = operationOf(plan.operationId).body !== undefined;

    expect(validateParameters(plan.operationId, { path: call.path ?? {}, header: call.headers ?? {} })).toEqual([]);
    if (!takesBody) return;
    // As it goes over the wire: members that are undefined are left out.
    const violations = validateRequestBody(
      plan.operationId,
      mediaType,
      JSON.parse(JSON.stringify(call.json ?? call.form)),
    );
    expect(violations.length > 0).toBe(isMalformed || plan.id === "files/refused/wrong-key");
  },
);

test("the run costs no more than it says", () => {
  expect(exchanges.length).toBeLessThan(45);
  expect(exchanges.filter(({ isBilled }) => isBilled)).toHaveLength(7);
});
