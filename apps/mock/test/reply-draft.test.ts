import { replyDraft } from "@model-access/console/reply-draft";
import { expect, test } from "vitest";
import { createClient } from "./client.js";
import { ask, askStreamed, dialects, type Fields, plainDialects, streamFlags, textOf, valuesOf } from "./dialects.js";

const parameters = { type: "object", properties: { at: { type: "string" } }, required: ["at"] };
const named = { name: "get_tide", description: "Gives the tide." };
const tools: Record<string, Fields> = {
  createChatCompletion: { tools: [{ type: "function", function: { ...named, parameters } }], tool_choice: "required" },
  createMessage: { tools: [{ ...named, input_schema: parameters }], tool_choice: { type: "any" } },
  createResponse: { tools: [{ type: "function", ...named, parameters }], tool_choice: "required" },
};
const cases = plainDialects.flatMap((dialect) =>
  [{}, streamFlags[dialect]].flatMap((flags) => [
    { dialect, flags, what: "a text", fields: {} },
    { dialect, flags, what: "a tool call", fields: tools[dialect] },
  ]),
);

test.for(cases)("$what of $dialect with $flags is scripted from its exchange and comes again", async (row) => {
  const { dialect, flags, fields } = row;
  const client = createClient();
  const asked = { ...dialects[dialect].body("Where is the harbour?"), ...fields };
  const answered = async () => {
    const events = await askStreamed(client, dialect, asked);
    return [textOf(dialect, events), ...["arguments", "partial_json"].map((name) => valuesOf(events, name).join(""))];
  };
  await (await ask(client, dialect, { ...asked, ...flags })).text();

  const draft = replyDraft((await client.admin("GET", "/journal/x-1")) as Parameters<typeof replyDraft>[0]);
  const first = await answered();
  await client.admin("POST", "/replies", draft);

  expect(first.join("")).not.toBe("");
  expect((await answered()).map(unspaced)).toEqual(first.map(unspaced));
  expect(draft).toMatchObject({ model: "Claude-Haiku-4.5", text: "Where is the harbour?" });
  expect((await client.notices()).at(-1)).toContainEqual(expect.stringContaining("scripted reply"));
});

/** JSON is written again from its value. */
const unspaced = (text: string) => text.replaceAll(/\s/g, "");
