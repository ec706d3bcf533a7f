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

test("code in YAML is read by YAML", async () => {
  const [fence] = fencesIn(await say("Write a YAML file for a web app"));

  expect(parseYaml(fence?.code ?? "")).toHaveProperty("services");
});
