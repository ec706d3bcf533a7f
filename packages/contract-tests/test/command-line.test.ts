import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rules } from "../src/areas.js";
import { readCommandLine } from "../src/command-line/command-line.js";
import { flags } from "../src/command-line/flags.js";
import { usage } from "../src/command-line/usage.js";
import { keyVariables } from "../src/keys/key-variables.js";
import { callPlan, callsWithAll } from "../src/report/plan.js";
import { mostBilled, mostCalls } from "../src/run/call-limits.js";

test("reads every option into what the run takes", () => {
  const args = [
    ["--base-url", "https://h.example", "--key-file", "key", "--model=m", "--only", "chat,models", "--only", "bots"],
    ["--skip", " chat/refused , ", "--require", "messages", "--allow", "burst,dear", "--private-bot", "p"],
    [
      "--app-bot",
      "a",
      "--foreign-model",
      "f",
      "--max-points",
      "100",
      "--max-calls",
      "0",
      "--max-seconds",
      "1.5",
      "--video-wait",
      "60",
    ],
    ["--strict", "--quiet", "--baseline", "b", "--compare", "c", "--report", "dir"],
    ["--json", "j", "--junit", "x", "--html", "h", "--markdown", "m", "--sarif", "s"],
    ["--messages-model", "mm", "--responses-model", "rm", "--all", "--monitor", "--fail-on", "security,money"],
    ["--header", "X-Gateway: a, b", "--header", "x-team: 1"],
  ].flat();

  expect(readCommandLine(args, {})).toEqual({
    command: "run",
    files: [],
    watch: {},
    baseURL: "https://h.example",
    keyFile: "key",
    run: {
      model: "m",
      only: ["chat", "models", "bots"],
      skip: ["chat/refused"],
      require: ["messages"],
      allow: ["burst", "dear"],
      privateBot: "p",
      appBot: "a",
      foreignModel: "f",
      messagesModel: "mm",
      responsesModel: "rm",
      all: true,
      monitor: true,
      failOn: ["security", "money"],
      headers: { "x-gateway": "a, b", "x-team": "1" },
      maxPoints: 100,
      maxCalls: 0,
      maxSeconds: 1.5,
      videoWaitSeconds: 60,
    },
    isStrict: true,
    isQuiet: true,
    baselineFile: "b",
    compareFile: "c",
    reportFolder: "dir",
    outputs: { json: "j", junit: "x", html: "h", markdown: "m", sarif: "s" },
  });
});

test("takes the address from the environment where no option gives it", () => {
  const environment = { MODEL_ACCESS_BASE_URL: "https://env.example" };

  expect(readCommandLine([], environment).baseURL).toBe("https://env.example");
  expect(readCommandLine(["--base-url", "https://h.example"], environment).baseURL).toBe("https://h.example");
  expect(readCommandLine([], { MODEL_ACCESS_BASE_URL: "" })).not.toHaveProperty("baseURL");
});

test.each([
  ["an option that is none", ["--key", "sk-x"], "There is no option --key; --help prints all options."],
  ["a letter that is no option", ["-x"], "There is no option -x; --help prints all options."],
  ["a name that every object has", ["--constructor"], "There is no option --constructor"],
  ["an option without its value", ["--json"], "--json needs a value: --json FILE."],
  ["an option with an empty value", ["--json="], "--json needs a value: --json FILE."],
  ["an option for a value", ["--json", "--strict"], "--json needs a value"],
  ["a switch with a value", ["--strict=no"], "--strict takes no value."],
  [
    "a limit that is no number",
    ["--max-calls", "many"],
    '--max-calls takes a number that is 0 or more, such as --max-calls 100, not "many".',
  ],
  [
    "a limit below nothing",
    ["--max-points=-1"],
    '--max-points takes a number that is 0 or more, such as --max-points 100, not "-1".',
  ],
  ["an unknown permission", ["--allow", "burst,cheap"], '--allow takes burst, dear, not "cheap".'],
  ["an unknown area", ["--require", "chess"], ', not "chess".'],
  [
    "a command that is none",
    ["lists"],
    'There is no command "lists"; use list, plan, judge or watch, or none to run the tests.',
  ],
  [
    "a topic that is none",
    ["--fail-on", "security,chess"],
    '--fail-on takes security, money, streams, errors, shape, docs, not "chess".',
  ],
  ["a header without a value", ["--header", "x-secret"], "--header takes a name and a value, such as --header"],
  ["a header with a line break", ["--header", "x-a: b\r\nx-c: d"], "--header takes a name and a value"],
  ["a header of the tests' own", ["--header", "Authorization: Bearer x"], "--header can't set Authorization"],
  ["judge without a file", ["judge"], "judge needs one or more files of recorded exchanges"],
  ["a share above one", ["watch", "--sample", "2"], "--sample takes a share from 0 to 1"],
  ["a port that is none", ["watch", "--port", "70000"], "--port takes a port from 0 to 65535"],
  [
    "an option of another command",
    ["watch", "--html", "f"],
    "--html is an option of a run of the tests and judge, not of watch.",
  ],
  [
    "a watch's option in a run",
    ["--upstream", "https://h.example"],
    "--upstream is an option of watch, not of a run of the tests.",
  ],
  ["two commands", ["list", "plan"], 'There is no command "list plan"'],
])("refuses %s, in one sentence", (_title, args, message) => {
  expect(() => readCommandLine(args, {})).toThrow(message);
});

test("the help names every option and every variable", () => {
  const help = usage();
  const words = [...Object.keys(flags).map((name) => `  --${name} `), ...Object.values(keyVariables)];

  expect(words.filter((word) => !help.includes(word))).toEqual([]);
});

test("help, plan and README tell the same numbers", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const { calls, withRepeats } = callsWithAll();
  const plan = callPlan(rules, { all: true });

  expect(usage()).toContain(`makes all ${calls} calls (${withRepeats} with repeats)`);
  expect(plan).toContain(`at most these ${calls} calls (${withRepeats} with repeats)`);
  expect(readme).toContain(`all ${calls} calls of every area (${withRepeats} with repeats)`);
  for (const text of [usage(), callPlan(rules), readme]) {
    expect(text.replaceAll(/\s+/g, " ")).toMatch(
      new RegExp(`at most ${mostCalls} .*bills at most ${mostBilled} of them`),
    );
  }
});

test("reads what judge and watch take", () => {
  expect(readCommandLine(["judge", "a.jsonl", "b.har", "--sarif", "s"], {})).toMatchObject({
    command: "judge",
    files: ["a.jsonl", "b.har"],
    outputs: { sarif: "s" },
  });
  const args = ["watch", "--upstream", "https://h.example", "--port", "1", "--watch-port", "2", "--sample", "0.1"];
  expect(readCommandLine([...args, "--host", "0.0.0.0", "--journal", "j", "--keep-prompts"], {})).toMatchObject({
    command: "watch",
    watch: {
      upstream: "https://h.example",
      port: 1,
      watchPort: 2,
      sample: 0.1,
      host: "0.0.0.0",
      journal: "j",
      keepsPrompts: true,
    },
  });
});

test("a monitor writes its reports into a folder, so that the next one has something to compare with", () => {
  expect(readCommandLine(["--monitor"], {}).reportFolder).toBe("contract-tests-report");
  expect(readCommandLine(["--monitor", "--report", "d"], {}).reportFolder).toBe("d");
  expect(readCommandLine([], {})).not.toHaveProperty("reportFolder");
});
