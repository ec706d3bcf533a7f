import { expect, test } from "vitest";
import { findings, inText, runOn } from "./deployment.js";

const reply = { only: ["models", "messages/reply"] };

test("weighs several violations of a body by the heaviest, wherever it stands", async () => {
  const role = (body: string) => body.replace('"role":"assistant"', '"role":"user"');
  const tier = (body: string) => body.replace('"usage":{', '"usage":{"service_tier":7,');

  const reports = [
    await runOn(inText("messages/reply", tier), reply),
    await runOn(inText("messages/reply", role), reply),
    await runOn(
      inText("messages/reply", (body) => role(tier(body))),
      reply,
    ),
  ];

  expect(reports.map((report) => findings(report)["messages/reply/schema"])).toEqual(["warn", "fail", "fail"]);
});

test("fails a message without content, and one that answers in the form of chat, but not one without its id", async () => {
  const without = (name: string) =>
    inText("messages/reply", (body) => JSON.stringify({ ...JSON.parse(body), [name]: undefined }));
  const asChat = inText("messages/reply", () =>
    JSON.stringify({
      id: "x",
      object: "chat.completion",
      choices: [{ message: { role: "assistant", content: "Hi" } }],
    }),
  );

  const reports = [
    await runOn(without("content"), reply),
    await runOn(asChat, reply),
    await runOn(without("id"), reply),
  ];

  expect(reports.map((report) => findings(report)["messages/reply/schema"])).toEqual(["fail", "fail", "warn"]);
});

test("fails a stated element that is broken, though the rule is the upstream provider's", async () => {
  const asText = inText("messages/tools", (body) =>
    body.replace(/"input":(\{[^{}]*\})/, (_, input) => `"input":${JSON.stringify(input)}`),
  );

  const report = await runOn(asText, { only: ["models", "messages"] });

  expect(findings(report)["messages/tools/schema"]).toBe("fail");
});
