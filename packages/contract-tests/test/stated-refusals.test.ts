import { expect, test } from "vitest";
import { runContractTests } from "../src/index.js";
import { findings } from "./deployment.js";
import { createDeployment, key } from "./faults/deployment.ts";
import { changed, refusal, unnamed } from "./faults/fault.ts";
import { isAt } from "./faults/rows.ts";

const bots = { privateBot: "somebody-elses-bot", appBot: "app-creator" };
const rulesOnBots = ["chat/refused/private-bot", "chat/refused/app-bot", "chat/refused/streamed-private-bot"];

test.each([403, 404])(
  "only notes status and names if a private bot and the app bot are refused with %d",
  async (status) => {
    const found = await foundOn(
      {
        ...unnamed,
        ask: ({ path, json }) =>
          isAt("chat", path) && Object.values(bots).includes(json?.model)
            ? refusal(status, "permission_error", "not_for_you")
            : undefined,
      },
      { only: ["models", ...rulesOnBots], ...bots },
    );

    expect(found).toMatchObject({ "chat/refused/private-bot/status": "note", "chat/refused/app-bot/status": "note" });
    expect(new Set(Object.values(found))).toEqual(new Set(["note"]));
  },
);

test("fails a private bot that is answered", async () => {
  const found = await foundOn(
    {
      ...unnamed,
      ask: ({ path, json }) => {
        if (isAt("chat", path) && json?.model === bots.privateBot) json.model = "gpt-5.2";
        return undefined;
      },
    },
    { only: ["models", "chat/refused/private-bot"], ...bots },
  );

  expect(found["chat/refused/private-bot"]).toBe("fail");
});

test("fails plain HTTP to another machine, and an open model list", async () => {
  const open = changed((answer, { path, headers }, memory) => {
    if (!isAt("models", path)) return;
    if (answer.status === 200) memory.list = answer;
    else if (headers.authorization === undefined) Object.assign(answer, memory.list);
  });

  const found = await foundOn(open, { only: ["models", "service/https"] }, "http://gateway.example");

  expect(found).toMatchObject({ "models/refused/no-key": "fail", "service/https": "fail" });
});

async function foundOn(fault: Parameters<typeof createDeployment>[0], options: object, baseURL = "http://127.0.0.1") {
  return findings(await runContractTests({ ...createDeployment(fault), baseURL, apiKey: key, ...options }));
}
