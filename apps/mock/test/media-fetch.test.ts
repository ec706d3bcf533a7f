// @module-tag socket
import { expect, test } from "vitest";
import { createMock } from "../src/index.js";
import { exampleRequest } from "./requests.js";
import { serve } from "./serve.js";

/** A server that answers nothing but keeps the paths it was called for. */
async function openTrap() {
  const paths: string[] = [];
  const port = await serve(({ url }, response) => {
    paths.push(url ?? "");
    response.end();
  });
  return { paths, address: `http://127.0.0.1:${port}` };
}

/** Requests with an address wherever the contract takes one. */
const requests = (url: string) => [
  {
    operationId: "createChatCompletion",
    fields: { messages: [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }] },
  },
  {
    operationId: "createMessage",
    fields: { messages: [{ role: "user", content: [{ type: "image", source: { type: "url", url } }] }] },
  },
  {
    operationId: "createResponse",
    fields: {
      input: [
        {
          role: "user",
          content: [
            { type: "input_image", image_url: url, detail: "auto" },
            { type: "input_file", file_url: url },
          ],
        },
      ],
    },
  },
  {
    operationId: "queryBot",
    fields: {
      query: [
        { role: "user", content: "What is this?", attachments: [{ url, content_type: "image/png", name: "a.png" }] },
      ],
    },
  },
  { operationId: "createVideo", fields: { input_reference: { image_url: url } } },
];

test("no address in a request is ever called", async () => {
  const { fetch } = createMock({ latency: "instant" });
  const { paths, address } = await openTrap();

  for (const { operationId, fields } of requests(`${address}/picture.png`)) {
    const { url, init } = exampleRequest(operationId, fields);
    const response = await fetch(url, init);
    await response.arrayBuffer();
    expect([operationId, response.status]).toEqual([operationId, 200]);
  }
  const { url, init } = exampleRequest("uploadFile");
  const body = new URLSearchParams({ download_url: `${address}/picture.png` });
  expect((await fetch(url, { ...init, body })).status).toBe(200);
  await globalThis.fetch(`${address}/own`); // whatever was called before it has come by now

  expect(paths).toEqual(["/own"]);
});
