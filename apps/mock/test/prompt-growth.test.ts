import type { ChatCompletion } from "@model-access/contract";
import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { bearer, json } from "./requests.js";

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

const sizes = [12, 18, 22, 26, 32, 1024];
const body = { model: "GPT-5.2", max_tokens: 50 };

/**
 * Expects that what is asked for takes time that grows with its length. Sizes next to each other are compared, by the
 * time of this process alone, with room for ten times as much; what backtracks takes a thousand or a million times as much.
 */
async function expectGrowth(ask: (count: number) => Promise<unknown>) {
  let before = { count: 1, spentMs: 0 };
  for (const count of sizes) {
    const from = process.cpuUsage();
    await ask(count);
    const { user, system } = process.cpuUsage(from);
    const spentMs = (user + system) / 1000;
    expect(spentMs, `${count} times`).toBeLessThan(10 * (count / before.count) * Math.max(before.spentMs, 30));
    before = { count, spentMs };
  }
}

const { fetch } = createMock({ latency: "instant", requestsPerMinute: 1_000_000, points: "unlimited" });

async function chat(fields: object): Promise<ChatCompletion> {
  const init = json({ ...body, ...fields });
  const answer = await fetch("http://mock/v1/chat/completions", {
    ...init,
    headers: { ...init.headers, ...bearer("sk-mock-full") },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as ChatCompletion; // other tests validate these answers
}

test.each(prompts)("a prompt that repeats is read in time that grows with it: %j %j %j", async (start, part, end) => {
  const textOf = (count: number) => start + part.repeat(count) + end;

  await expectGrowth((count) => {
    const content = textOf(count);
    return chat({ messages: ["system", "user"].map((role) => ({ role, content })) });
  });
});

test.each(prompts)(
  "so it is where a schema asks for its words, and where it is in one: %j %j %j",
  async (start, part, end) => {
    await expectGrowth((count) => {
      const text = start + part.repeat(count) + end;
      const named = { type: "object", properties: { [text]: { type: "string", description: text } }, required: [text] };
      return chat({
        messages: [{ role: "user", content: text }],
        tools: [{ type: "function", function: { name: "look", description: text, parameters: named } }],
        response_format: { type: "json_schema", json_schema: { name: "all", description: text, schema: both(named) } },
      });
    });
  },
);

const both = (named: object) => ({ type: "object", properties: { all: schema, named }, required: ["all", "named"] });
