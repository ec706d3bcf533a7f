import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type Answer, on, runOn, text } from "./deployment.js";

test.each<[string, (answer: Answer) => void, string]>([
  [
    "compressed, without a header",
    (answer) => Object.assign(answer, { body: gzipSync(text(answer)) }),
    "The body is compressed with gzip, and no Content-Encoding says so.",
  ],
  [
    "cut off",
    (answer) => Object.assign(answer, { body: text(answer).slice(0, 100) }),
    "The body is JSON that breaks off after 100 characters.",
  ],
  [
    "in Latin 1",
    (answer) => Object.assign(answer, { body: Buffer.from('{"choices":"ü"}', "latin1") }),
    "The body is not UTF-8.",
  ],
  ["empty", (answer) => Object.assign(answer, { body: "" }), "The body is empty."],
])("says of a body that is %s what is wrong with it", async (_what, change, message) => {
  const fault = on("chat/reply", (answer) => {
    delete answer.headers["content-length"];
    change(answer);
  });

  const { rules } = await runOn(fault, { only: ["models", "chat/reply"] });

  expect(rules.find(({ id }) => id === "chat/reply/text")?.message).toBe(message);
});
