import { describe, expect, test } from "vitest";
import type { Attachment } from "../src/conversation/attachment.js";
import { readAttachment, readPicture } from "../src/conversation/attachment.js";
import { compose } from "../src/conversation/compose.js";
import { readConversation } from "../src/messages/read-conversation.js";
import { conversation, turn } from "./said.js";

const base64 = (text: string) => Buffer.from(text).toString("base64");
const csv = readAttachment({
  name: "sales.csv",
  base64: `data:text/csv;base64,${base64("month,revenue\nJan,100\nFeb,140\nMar,90\n")}`,
});

const sayOf = async (attachments: Attachment[], question = "Summarise this file", seed = 1) =>
  (await compose(conversation([{ ...turn("user", question), attachments }]), { seed })).text.join("");

describe("an attachment", () => {
  test("takes its name and type from what it is carried with", () => {
    expect(readAttachment({ url: "https://files.example/reports/2026/plan.pdf?key=1" })).toEqual({
      kind: "document",
      name: "plan.pdf",
      mediaType: "application/pdf",
      text: undefined,
    });
    expect(readAttachment({ name: "C:\\notes\\a.md", base64: base64("# Hi") })).toMatchObject({
      name: "a.md",
      text: "# Hi",
    });
    expect(readAttachment({ url: "data:text/plain;charset=utf-8;base64,SGk=" })).toMatchObject({
      name: undefined,
      text: "Hi",
    });
    expect(readPicture("data:image/png;base64,AAAA")).toMatchObject({
      kind: "picture",
      name: undefined,
      text: undefined,
    });
  });

  test.each([
    ["is no base64", "data:text/plain;base64,%%%"],
    ["is no text", `data:text/plain;base64,${base64("a\0b")}`],
    ["is no UTF-8", `data:text/plain;base64,${Buffer.from([0xff, 0xfe, 0x41]).toString("base64")}`],
    ["is empty", "data:text/plain;base64,"],
    ["is of no kind that is read", `data:application/zip;base64,${base64("PK text")}`],
  ])("that %s has no text", (_, url) => {
    expect(readAttachment({ url }).text).toBeUndefined();
  });

  test("of many letters is cut between two of them", () => {
    const { text = "" } = readAttachment({ name: "a.txt", base64: base64("é€😀".repeat(5000)) });

    expect(text.length).toBeLessThanOrEqual(4000);
    expect(text).toMatch(/^(?:é€😀)+(?:é€?)?$/u);
  });

  test("of a message is read from each kind of source", () => {
    const content = [
      {
        type: "document" as const,
        title: "Plan",
        source: { type: "text" as const, media_type: "text/plain" as const, data: "Start on Monday." },
      },
      {
        type: "document" as const,
        source: { type: "content" as const, content: [{ type: "text" as const, text: "End on Friday." }] },
      },
      {
        type: "document" as const,
        source: { type: "base64" as const, media_type: "application/pdf" as const, data: "JVBERg==" },
      },
    ];
    const request = { model: "Claude-Sonnet-4.5", max_tokens: 9, messages: [{ role: "user" as const, content }] };
    const [read] = readConversation(request, undefined).turns;

    expect(read?.attachments).toMatchObject([
      { name: "Plan", text: "Start on Monday." },
      { text: "End on Friday." },
      { mediaType: "application/pdf", text: undefined },
    ]);
  });
});

describe("a model", () => {
  test("tells what a table of values has", async () => {
    const said = await sayOf([csv]);

    expect(said).toContain("**sales.csv** is a CSV file of 4 lines:");
    expect(said).toContain("| Feb | 140 |");
  });

  test("quotes a text, and names the members of JSON", async () => {
    expect(await sayOf([readAttachment({ name: "a.txt", base64: base64("The meeting is on Tuesday.") })])).toContain(
      "> The meeting is on Tuesday.",
    );
    expect(await sayOf([readAttachment({ name: "a.json", base64: base64('{"name":"Ada","age":36}') })])).toContain(
      "- **Name:** Ada\n- **Age:** 36",
    );
  });

  test("takes no file for a picture, and no picture for a file", async () => {
    const pdf = readAttachment({ name: "a.pdf", base64: "JVBERg==" });

    expect(await sayOf([pdf])).toMatch(/: \*\*a\.pdf\*\* is a PDF document\.$/);
    expect(await sayOf([readPicture("https://x.example/cat.jpg")], "What is this?")).toMatch(
      /: \*\*cat\.jpg\*\* is a picture\.$/,
    );
  });

  test("tells several attachments one by one", async () => {
    const said = await sayOf(
      [readPicture("https://x.example/a.jpg"), readPicture("https://x.example/b.jpg"), csv],
      "Compare these",
    );

    const lines = said.split("\n").filter((line) => /^\d\. /.test(line));
    expect(lines.map((line) => line.slice(0, 12))).toEqual(["1. **a.jpg**", "2. **b.jpg**", "3. **sales.c"]);
  });

  test("answers another file otherwise", async () => {
    const other = readAttachment({ name: "sales.csv", base64: base64("month,revenue\nApr,7\n") });

    expect(await sayOf([other])).toContain("| Apr | 7 |");
  });

  test("keeps cells that look like Markdown or a placeholder", async () => {
    const odd = readAttachment({ name: "odd.csv", base64: base64(`a|b,{name},$&\n1|2,x,$1\n`) });

    const said = await sayOf([odd]);
    expect(said).toContain("| A\\|b | {name} | $& |");
    expect(said).toContain("| 1\\|2 | x | $1 |");
  });
});
