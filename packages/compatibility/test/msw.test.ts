import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeSnippetFolder } from "./snippet-folder.ts";

const page = new URL("../../../docs/mock/tests.md", import.meta.url);
const folder = makeSnippetFolder();

test("the page's MSW handler answers a client that knows nothing of the mock, whole and streamed", async () => {
  const [, snippet = ""] = /^```ts\n((?:(?!^```).)*"msw\/node".*?)^```$/ms.exec(readFileSync(page, "utf8")) ?? [];
  const file = join(folder, "snippet.ts");
  writeFileSync(file, `${snippet}\nexport { server };\n`);
  const { server } = (await import(file)) as { server: { close(): void } };
  const ask = (stream: boolean) =>
    fetch("https://api.example/v1/chat/completions", {
      method: "POST",
      headers: { authorization: "Bearer sk-mock-full", "content-type": "application/json" },
      body: JSON.stringify({ model: "GPT-5.2", messages: [{ role: "user", content: "Hello" }], stream }),
    });

  const plain = (await (await ask(false)).json()) as { choices: { message: { content: string } }[] };
  const streamed = await (await ask(true)).text();
  server.close();

  expect(plain.choices[0]?.message.content).toMatch(/\w/);
  expect(streamed).toMatch(/data: \[DONE\]\n\n$/);
});
