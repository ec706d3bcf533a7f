import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { codeLanguages } from "../src/conversation/text/code/code-languages.js";
import { fencesIn, say, seeds } from "./said.js";

test.each(codeLanguages.map(({ tag, name }) => ({ tag, name })))(
  "code in $name comes in a fence of its language",
  async ({ tag, name }) => {
    for (const seed of seeds) {
      const text = await say(`Write code in ${name} that counts words`, {}, seed);
      expect(fencesIn(text).map((fence) => fence.tag)).toEqual([tag]);
      expect(text.match(/^```/gm)).toHaveLength(2);
    }
  },
);

test.each(
  codeLanguages.flatMap(({ tag, samples }) => Object.entries(samples).map(([task, code]) => ({ tag, task, code }))),
)("code for $task in $tag has brackets that match", ({ code }) => {
  const open: string[] = [];
  const plain = code.replaceAll(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, "");
  for (const bracket of plain.match(/[()[\]{}]/g) ?? []) {
    if ("([{".includes(bracket)) open.push(bracket);
    else expect(["()", "[]", "{}"]).toContain(`${open.pop()}${bracket}`);
  }
  expect(open).toEqual([]);
});

test.each(Object.keys(codeLanguages.find(({ tag }) => tag === "javascript")?.samples ?? {}))(
  "code for %s in JavaScript is read by JavaScript",
  (task) => {
    const code = codeLanguages.find(({ tag }) => tag === "javascript")?.samples[task] ?? "(";

    expect(() => new Function(code.replaceAll("NAME", "name"))).not.toThrow();
  },
);

test.each<[prompt: string, tag: string, code: RegExp]>([
  ["Write a Python function that checks if a string is a palindrome", "python", /def is_palindrome/],
  ["Write a JavaScript function for the factorial of a number", "javascript", /function factorial/],
  ["Sort an array in TypeScript with quicksort", "typescript", /pivot/],
  ["Write a React component for a login form", "tsx", /<form onSubmit=\{submit\}>/],
  ["Write a React todo list component", "tsx", /setTodos/],
  [
    "Write a unit test for a function add(a, b) using vitest",
    "javascript",
    /from "vitest"[\s\S]*expect\(add\(2, 3\)\)\.toBe\(5\);/,
  ],
  ["Give me a SQL query that returns the top 5 customers by revenue", "sql", /LIMIT 5;$/],
])("code does what is asked for: %s", async (prompt, tag, code) => {
  expect(fencesIn(await say(prompt))).toMatchObject([{ tag, code: expect.stringMatching(code) }]);
});

test("code in YAML is read by YAML", async () => {
  const [fence] = fencesIn(await say("Write a YAML file for a web app"));

  expect(parseYaml(fence?.code ?? "")).toHaveProperty("services");
});
