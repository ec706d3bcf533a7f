import { expect, test } from "vitest";
import { createMock, type ScriptedReply } from "../src/index.js";
import { createClient } from "./client.js";

const question = (content: string) => ({ messages: [{ role: "user", content }] });

/** A client that asks in a session, and the notices of its last exchange. */
function start(replies: ScriptedReply[] = []) {
  const { chat, notices } = createClient({ state: { replies } });
  const ask = async (body: object, session = "default") => {
    const response = await chat(body, { "x-mock-session": session });
    const answer = (await response.json()) as {
      choices?: { message: { content: string } }[];
      error?: { message: string };
    };
    return { status: response.status, says: answer.choices?.[0]?.message.content ?? answer.error?.message };
  };
  return { ask, notices: async () => (await notices()).at(-1) };
}

test("a pattern that backtracks for years on the platform keeps no other session waiting", async () => {
  const { ask } = start([{ pattern: "^(a+)+$", reply: { text: "matched" } }]);

  const both = await Promise.all([ask(question(`${"a".repeat(40)}!`)), ask(question("aaa"), "other")]);

  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both[1]?.says).toBe("matched");
});

test("a schema's pattern that backtracks for years keeps no other session waiting, and is obeyed", async () => {
  const { ask } = start();
  const schema = {
    type: "object",
    properties: { code: { type: "string", pattern: "^([a-z]+)+[0-9]{2}$", minLength: 8 }, ["a".repeat(60)]: true },
    patternProperties: { "^(a+)+b$": { type: "integer" } },
    required: ["code"],
    additionalProperties: false,
  };
  const format = { type: "json_schema", json_schema: { name: "made", schema } };

  const [made, other] = await Promise.all([
    ask({ ...question("Hello"), response_format: format }),
    ask(question("Hello"), "other"),
  ]);

  expect([made.status, other.status]).toEqual([200, 200]);
  expect((JSON.parse(made.says ?? "") as { code: string }).code).toMatch(/^[a-z]+[0-9]{2}$/);
});

test.each([
  { pattern: "^(?=a)b", why: "it looks ahead or behind at character 2" },
  { pattern: "^(a)\\1$", why: "it refers back to a group at character 5" },
  { pattern: "^(ab){0,1000000000}$", why: "it repeats more than 1000 times at character 6" },
])("the pattern $pattern of a schema is accepted, not enforced, and the journal says so", async ({ pattern, why }) => {
  const { ask, notices } = start();
  const schema = { type: "object", properties: { a: { type: "string", pattern } }, required: ["a"] };

  const made = await ask({
    ...question("Hello"),
    response_format: { type: "json_schema", json_schema: { name: "made", schema } },
  });

  expect(JSON.parse(made.says ?? "")).toEqual({ a: expect.any(String) });
  expect(await notices()).toContain(`The pattern '${pattern}' of a schema is not enforced: ${why}.`);
});

test("a short schema that grows without end when its references are followed is refused, and others are answered", async () => {
  const { ask } = start();
  const levels = Array.from({ length: 40 }, (_, level) => [
    `a${level}`,
    level === 0
      ? { type: "string" }
      : { allOf: [{ $ref: `#/$defs/a${level - 1}` }, { $ref: `#/$defs/a${level - 1}` }] },
  ]);
  const schema = { $defs: Object.fromEntries(levels), $ref: "#/$defs/a39" };

  const [refused, other] = await Promise.all([
    ask({ ...question("Hello"), response_format: { type: "json_schema", json_schema: { name: "made", schema } } }),
    ask(question("Hello"), "other"),
  ]);

  expect([refused.status, other.status]).toEqual([400, 200]);
  expect(refused.says).toContain("more than 20000 schemas");
});

test("a reply uses the groups of its pattern", async () => {
  const { ask } = start([
    { pattern: "weather in (?<city>\\p{L}+)(?: on (\\w+))?", reply: { text: "In $<city>: 21 °C; $1, '$2', $$5, $9." } },
  ]);

  expect(await ask(question("The weather in Málaga?"))).toEqual({
    status: 200,
    says: "In Málaga: 21 °C; Málaga, '', $5, $9.",
  });
});

test.for([
  ["a(?!b)", "'pattern' can't be used: it looks ahead or behind at character 2."],
  ["(a)\\1", "'pattern' can't be used: it refers back to a group at character 4."],
  ["a{2000}", "'pattern' can't be used: it repeats more than 1000 times at character 2."],
  ["(?<town>a)", "'pattern' has no group 'city', which the reply uses."],
])("the pattern %s of a scripted reply is refused when it is read", ([pattern = "", message]) => {
  const replies = [{ pattern, reply: { text: "$<city>" } }];

  expect(() => createMock({ state: { replies } })).toThrow(message);
});
