import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { createClient } from "./client.js";

test.each([
  [
    "latency",
    { reply: { text: "Hi", latency: "instant" } },
    "/reply/latency 'latency' stands beside 'reply', not in it.",
  ],
  ["times", { reply: { text: "Hi", times: 2 } }, "/reply/times 'times' stands beside 'reply', not in it."],
  ["toolCalls", { toolCalls: [], text: "Hi" }, "/toolCalls 'toolCalls' stands in 'reply', not beside it."],
  ["a word that is none", { reply: { texd: "Hi" } }, "/reply/texd There is no member 'texd' here."],
])("a member of a reply in the wrong place is told where it belongs: %s", async (_, reply, says) => {
  const { admin } = createClient();

  expect(await admin("POST", "/replies", reply)).toMatchObject({ error: { message: says } });
  expect(() => createMock({ state: { replies: [reply as object] } })).toThrow(`state: /replies/0${says}`);
});
