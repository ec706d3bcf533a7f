import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { bearer } from "./requests.js";

const headers = { ...bearer("sk-mock-full"), "content-type": "application/json" };

test("a body of 16 MiB is read by default, and a longer one gets 413", async () => {
  const { fetch } = createMock();
  const post = (bytes: number) =>
    fetch("http://mock/v1/chat/completions", { method: "POST", headers, body: new Uint8Array(bytes).fill(0x20) });

  const answers = [await post(16 * 1024 * 1024), await post(16 * 1024 * 1024 + 1)];

  expect(answers.map(({ status }) => status)).toEqual([400, 413]);
  expect(await answers[1]?.json()).toMatchObject({
    error: { message: "The request body is larger than 16777216 bytes.", code: "request_too_large" },
  });
});
