import { join } from "node:path";
import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { dataFile, folder } from "./data-files.js";

test("all mistakes in a data file are reported at once, each with its place and pointer", () => {
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

test.for<[what: string, text: string | undefined, says: string, name?: string]>([
  ["no file", undefined, "can't be read: there is no such file or folder.", "missing.yaml"],
  ["text that is no YAML", "models: [\n", "torn.yaml:2:1 ", "torn.yaml"],
  ["a list", "[1]", "list.json:1:1 ", "list.json"],
  ["two documents", "{}\n---\n{}\n", "two.yaml:2:1 Source contains multiple documents.", "two.yaml"],
  ["an alias of nothing", "keys: *nope\n", "alias.yaml: Unresolved alias", "alias.yaml"],
  ["a name of a world that is taken", "worlds: { default: {} }", "'default' can't be a name here."],
  ["a key with a space", 'keys: { "a/b c": { name: x } }', ":1:9 /keys/a~1b c 'a/b c' can't be a name here."],
  [
    "a value that is none of the list",
    "bots: [{ name: A, access: hidden }]",
    ":1:19 /bots/0/access 'access' must be one of public, private, app-creation.",
  ],
  [
    "a setting control of no type",
    'bots: [{ name: A, controls: { api_version: "2", sections: [{ controls: [{ control: wheel }] }] } }]',
    "'control' must name one of the types",
  ],
  [
    "setting controls of another version",
    'bots: [{ name: A, controls: { api_version: "3", sections: [] } }]',
    "/bots/0/controls/api_version 'api_version' must be 2.",
  ],
  [
    "a model by the name of another",
    "models: [{ id: a, name: B }, { id: b }]",
    "/models/1 There are two of the name 'b'.",
  ],
  ["a bot by the name of a model", "models: [{ id: a, name: B }]\nbots: [{ name: b }]", "2:8 /bots/0 There are two"],
  ["a name that would ask for a fault", "bots: [{ name: Help! }]", "/bots/0/name 'name' must match pattern"],
  [
    "an account that is no name",
    'keys: { k: { name: k, account: "my team" } }',
    "/keys/k/account 'account' must be a name of 1 to 64 letters, digits, dots, hyphens and underscores.",
  ],
  ["an account that is no text", "keys: { k: { name: k, account: 7 } }", "/keys/k/account 'account' must be string."],
  [
    "an account of two balances",
    "keys: { a: { name: a, account: t, points: 5 }, b: { name: b, account: t, points: 6 } }",
    "/keys/b/points The account 't' begins with 5 points by the key 'a' and with 6 by 'b'; state one balance.",
  ],
  [
    "a world that changes the balance of one key of an account",
    "{ keys: { a: { name: a, account: t, points: 5 }, b: { name: b, account: t, points: 5 } }, worlds: { w: { keys: { a: { name: a, account: t, points: 0 } } } } }",
    "/worlds/w/keys/a/points The account 't' begins with 0 points by the key 'a' and with 5 by 'b'; state one balance.",
  ],
  ["more points than there are", "keys: { k: { name: k, points: 1e999 } }", "'points' must be <="],
  ["a bot whose id is a number", "bots: [{ name: A, id: 7 }]", "1:19 /bots/0/id 'id' must be string."],
])("%s is refused in one sentence", ([, text, says, name = "world.yaml"]) => {
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
