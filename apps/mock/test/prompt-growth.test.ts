import type { ChatCompletion } from "@model-access/contract";
import { expect, test } from "vitest";
import { createClient } from "./client.js";

/** Members whose values are looked for in the prompt, each by patterns of its own. */
const members =
  "items file folder source base branch command pattern list title summary old new company channel symbol size room reason artist genre restaurant job style address deal prompt origin destination date time email url id name city country amount total price currency quantity count rating is_open language query description text tags";

const schema = {
  type: "object",
  properties: Object.fromEntries(
    members.split(" ").map((name) => [name, name === "items" ? { type: "array", items: { type: "string" } } : {}]),
  ),
};

/** The beginning of a prompt, what is repeated in it, and its end. */
const prompts = [
  ["Extract the items of this receipt: I had to buy milk", ", eggs", "."],
  ["Buy ", "a, b and ", "c!"],
  ["add ", "one and ", ""],
  ["Write ", "a short simple ", "poem"],
  ["Write ", "simple-", "x"],
  ["Write a ", "list of ", ""],
  ["", "please ", "!"],
  ["Answer ", "in a table with ", "x"],
  ["Explain ", "in simple words, ", ""],
  ["", "translate  ", ""],
  ["Translate ", "to it in to ", ""],
  ["", "写一下关于", "。"],
  ["", "是", ""],
  ["", "asdf", "!"],
  ["", "bcdfg", "?"],
  ["mails: ", "-+", "@"],
  ["mails: ", "a@b.", ""],
  ["", "T(t", ""],
  ["Review: ", "const ", "."],
  ["", "\n", "x"],
  ["sum this up:", "\n ", "x"],
  ["", " ", "x"],
  ["", "\t", ""],
  ["", "x", ""],
  ["", "X ", ""],
  ["", "Anna Berg ", "."],
  ["by ", "Anna-", ""],
  ["at ", "Grand Hotel ", "!"],
  ["", "a-", "!"],
  ["", "a/", "@"],
  ["", "a.", "/"],
  ["", "ABC ", "-"],
  ["", "1", "x"],
  ["", "1,", "x"],
  ["", "1 + ", ""],
  ["What is ", "(", ""],
  ["", "1:", ""],
  ["", "2024-", ""],
  ["", "#a", ""],
  ["", "@", ""],
  ["", '"', ""],
  ["", "“", ""],
  ["", "'a", ""],
  ["", "{", ""],
  ["", "[1,", ""],
  ["", '{"a":', ""],
  ["", '"a": ', ""],
  ["", "```\n", ""],
  ["", "`a", ""],
  ["", "| a ", ""],
  ["", "- a\n", ""],
  ["", "# a\n", ""],
  ["", "**a", ""],
  ["", "$a", ""],
  ["", "\\(", ""],
  ["", "<a ", ""],
  ["", "https://a.", ""],
  ["", "!", "a"],
  ["", "?", "a"],
  ["", ". ", "a"],
  ["", "; ", "a"],
  ["", "a: ", ""],
  ["", "that ", ""],
  ["reply with exactly ", "a ", ""],
  ["answer with one of ", "a, ", ""],
  ["Labels: ", "a, ", ""],
  ["Answer. labels:", "\n- a", ""],
  ["json ", '{"properties":{"a":', ""],
  ["json ", '{"properties":{"a":{}}}', ""],
  ["json ", '{"', "}"],
  ["A table with columns ", "a, ", ""],
  ["A title for ", "user: ", ""],
  ["Say ", '"', ""],
  ["Say: ", "\n ", ""],
  ["", "( ", "مرحبا"],
  ["remind me to ", "a at ", ""],
  ["meeting with ", "anna ", "?"],
  ["the ticket about ", "a and", ""],
  ["replace ", "a to ", ""],
  ["from ", "a/b ", ""],
  ["in ", "the ", ""],
  ["a ", "b style ", ""],
  ["", "was ist ", ""],
  ["explique ", "la du ", ""],
  ["", "как ", ""],
  ["", "مرحبا ", ""],
  ["", "de la ", ""],
  ["three words, ", "no more than 3 words ", ""],
  ["", "seven ", ""],
  ["", "and ", ""],
  ["", ", ", ""],
  ["how ", "many ", "?"],
  ["what about ", "x or ", "?"],
  ["in ", "Rome, ", "."],
  ["", "Maya and ", "x"],
  ["about ", "the ", ""],
  ["because ", "it ", ""],
  ["", "to the ", ""],
] as const;

/**
 * Far enough apart for a wide margin: what backtracks takes thousands of times as long for 32 parts as for 20, and what
 * does not ends for 1024 of them.
 */
const sizes = [20, 32, 1024];
const body = { model: "GPT-5.2", max_tokens: 50 };

/** Expects that the CPU time grows with the number of parts, with room for ten times as much, and for 100 ms at least. */
async function expectGrowth(ask: (count: number) => Promise<unknown>) {
  let before = { count: 1, spentMs: 0 };
  for (const count of sizes) {
    const from = process.cpuUsage();
    await ask(count);
    const { user, system } = process.cpuUsage(from);
    const spentMs = (user + system) / 1000;
    expect(spentMs, `${count} times`).toBeLessThan(10 * (count / before.count) * Math.max(before.spentMs, 100));
    before = { count, spentMs };
  }
}

const client = createClient({ requestsPerMinute: 1_000_000, points: "unlimited" });

async function chat(fields: object): Promise<ChatCompletion> {
  const answer = await client.chat({ ...body, ...fields });
  expect(answer.status).toBe(200);
  return (await answer.json()) as ChatCompletion; // other tests validate these answers
}

test.for(prompts)("a text that repeats is read in time that grows with it: %j %j %j", async ([start, part, end]) => {
  await expectGrowth((count) => {
    const content = start + part.repeat(count) + end;
    return chat({ messages: ["system", "user"].map((role) => ({ role, content })) });
  });
  await expectGrowth((count) => {
    const text = start + part.repeat(count) + end;
    const named = { type: "object", properties: { [text]: { type: "string", description: text } }, required: [text] };
    return chat({
      messages: [{ role: "user", content: text }],
      tools: [{ type: "function", function: { name: "look", description: text, parameters: named } }],
      response_format: { type: "json_schema", json_schema: { name: "all", description: text, schema: both(named) } },
    });
  });
});

const both = (named: object) => ({ type: "object", properties: { all: schema, named }, required: ["all", "named"] });
