import { join } from "node:path";
import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { dataFile, folder } from "./data-files.js";

test("all mistakes in a data file are told at once, each with its place and pointer", () => {
  const file = dataFile(
    "wrong.yaml",
    `models:
  - id: acme
    pricing: { prompt: free }
  - name: No-Id
bots:
  - name: Helper
    controls:
      api_version: "2"
      sections:
        - controls:
            - { control: slider, label: Size, parameter_name: size, min_value: 1, max_value: wide, step: 1 }
keys:
  sk-team: { nmae: team }
replies:
  - { text: hello, reply: { text: Hi }, model: nobody }
  - { pattern: "(", reply: { text: Hi } }
  - operationId: createChatCompletion
    body: { id: 7 }
faults:
  - { fault: explode }
  - { fault: stall, key: sk-other }
worlds:
  bad:
    models: [{ id: gpt-5.2 }, { id: GPT-5.2 }]
colour: red
`,
  );

  const lines = messageOf(() => createMock({ state: file }))
    .replaceAll(`${file}:`, "")
    .split("\n");

  expect(lines).toHaveLength(17);
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /^3:\d+ \/models\/0\/pricing\/prompt 'pricing.prompt' is expected to match .*, not "free"\.$/,
      ),
      "4:5 /models/1 The required member 'id' is missing.",
      expect.stringMatching(
        /^11:\d+ \/bots\/0\/controls\/sections\/0\/controls\/0\/max_value 'max_value' must be number\.$/,
      ),
      "13:14 /keys/sk-team/nmae There is no member 'nmae' here.",
      "13:3 /keys/sk-team The required member 'name' is missing.",
      "15:41 /replies/0/model There is no model or bot 'nobody' in this world.",
      "16:7 /replies/1/pattern 'pattern' is not a regular expression.",
      expect.stringMatching(/^18:\d+ \/replies\/2\/body\/\w+ /),
      expect.stringMatching(/^20:7 \/faults\/0\/fault 'explode' is no fault of the mock; /),
      "21:21 /faults/1/key This key is not in this world.",
      "24:31 /worlds/bad/models/1 There are two of the name 'gpt-5.2'.",
      "25:1 /colour There is no member 'colour' here.",
    ]),
  );
});

test.each([
  { what: "no file", name: "missing.yaml", text: undefined, says: "can't be read (ENOENT)." },
  { what: "text that is no YAML", name: "torn.yaml", text: "models: [\n", says: "torn.yaml:2:1 " },
  { what: "a list", name: "list.json", text: "[1]", says: "list.json:1:1 " },
  {
    what: "two documents",
    name: "two.yaml",
    text: "{}\n---\n{}\n",
    says: "two.yaml:2:1 Source contains multiple documents.",
  },
  { what: "an alias of nothing", name: "alias.yaml", text: "keys: *nope\n", says: "alias.yaml: Unresolved alias" },
  { what: "a name of a world that is taken", text: "worlds: { default: {} }", says: "'default' can't be a name here." },
  {
    what: "a key with a space",
    text: 'keys: { "a/b c": { name: x } }',
    says: ":1:9 /keys/a~1b c 'a/b c' can't be a name here.",
  },
  {
    what: "a value that is none of the list",
    text: "bots: [{ name: A, access: hidden }]",
    says: ":1:19 /bots/0/access 'access' must be one of public, private, app-creation.",
  },
  {
    what: "a setting control of no type",
    text: 'bots: [{ name: A, controls: { api_version: "2", sections: [{ controls: [{ control: wheel }] }] } }]',
    says: "'control' must name one of the types",
  },
  {
    what: "setting controls of another version",
    text: 'bots: [{ name: A, controls: { api_version: "3", sections: [] } }]',
    says: "/bots/0/controls/api_version 'api_version' must be 2.",
  },
  {
    what: "a model by the name of another",
    text: "models: [{ id: a, name: B }, { id: b }]",
    says: "/models/1 There are two of the name 'b'.",
  },
  {
    what: "a bot by the name of a model",
    text: "models: [{ id: a, name: B }]\nbots: [{ name: b }]",
    says: "2:8 /bots/0 There are two",
  },
  {
    what: "a name that would ask for a fault",
    text: "bots: [{ name: Help! }]",
    says: "/bots/0/name 'name' must match pattern",
  },
  {
    what: "an account that is no name",
    text: 'keys: { k: { name: k, account: "my team" } }',
    says: "/keys/k/account 'account' must be a name of 1 to 64 letters, digits, dots, hyphens and underscores.",
  },
  {
    what: "an account that is no text",
    text: "keys: { k: { name: k, account: 7 } }",
    says: "/keys/k/account 'account' must be string.",
  },
  {
    what: "an account of two balances",
    text: "keys: { a: { name: a, account: t, points: 5 }, b: { name: b, account: t, points: 6 } }",
    says: "/keys/b/points The account 't' begins with 5 points by the key 'a' and with 6 by 'b'; state one balance.",
  },
  {
    what: "a world that changes the balance of one key of an account",
    text: "{ keys: { a: { name: a, account: t, points: 5 }, b: { name: b, account: t, points: 5 } }, worlds: { w: { keys: { a: { name: a, account: t, points: 0 } } } } }",
    says: "/worlds/w/keys/a/points The account 't' begins with 0 points by the key 'a' and with 5 by 'b'; state one balance.",
  },
  {
    what: "more points than there are",
    text: "keys: { k: { name: k, points: 1e999 } }",
    says: "'points' must be <=",
  },
  {
    what: "a bot whose id is a number",
    text: "bots: [{ name: A, id: 7 }]",
    says: "1:19 /bots/0/id 'id' must be string.",
  },
])("$what is refused in one sentence", ({ name = "world.yaml", text, says }) => {
  const file = text === undefined ? join(folder, name) : dataFile(name, text);

  const message = messageOf(() => createMock({ state: file }));

  expect(message).toContain(says);
  expect(message.split("\n")).toHaveLength(1);
});

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "";
}
