// @module-tag socket
import type { AddressInfo } from "node:net";
import express from "express";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { operations } from "../src/index.ts";
import { keepContract as keepWithExpress, refuseBrokenJson } from "./recipes/express.ts";
import { keepContract as keepWithHono } from "./recipes/hono.ts";

const reply =
  operations.createChatCompletion.responses["200"]?.mediaTypes["application/json"]?.examples.chatTextReply?.value;
const path = "/v1/chat/completions";

/** The service behind the gateway: answers with the contract's example, incomplete for some models. */
const answer = ({ model }: { model: string }): object =>
  ({
    broken: { ...(reply as object), choices: [] },
    brief: { ...(reply as object), created: undefined, usage: undefined },
  })[model] ?? (reply as object);

type Send = (request: Request) => Promise<Response>;

/** Calls `use` with a gateway of this kind; Express listens on the loopback interface. */
async function withGateway(kind: string, use: (send: Send) => Promise<void>): Promise<void> {
  if (kind === "Hono") {
    const app = new Hono().use(keepWithHono).post(path, async (c) => c.json(answer(await c.req.json())));
    return use(async (request) => app.request(request));
  }
  const app = express().use(express.json(), keepWithExpress);
  app.post(path, (req, res) => void res.json(answer(req.body)));
  app.use(refuseBrokenJson);
  const server = app.listen(0, "127.0.0.1");
  server.keepAliveTimeout = 75_000; // longer than clients keep idle connections
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  try {
    await use((request) =>
      fetch(new Request(request.url.replace("http://gateway.example", `http://127.0.0.1:${port}`), request)),
    );
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Reads the error of a refusal. */
async function readError(response: Response): Promise<{ message: string; code: string }> {
  const { error } = (await response.json()) as { error: { message: string; code: string } }; // both gateways write it
  return error;
}

const chat = (body: object) =>
  new Request(`http://gateway.example${path}`, {
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify(body),
  });
const messages = [{ role: "user", content: "Name one prime." }];

test.each(["Hono", "Express"])(
  "the %s gateway lets through what keeps the contract, and nothing else",
  async (kind) => {
    await withGateway(kind, async (send) => {
      const good = await send(chat({ model: "GPT-5.2", messages }));
      const hot = await send(chat({ model: "GPT-5.2", messages, temperature: 3 }));
      const empty = await send(chat({ model: "GPT-5.2" }));
      const unversioned = await send(new Request("http://gateway.example/v1/messages", { method: "POST" }));
      const halfJson = await send(new Request(chat({}), { body: '{"model":' }));
      const elsewhere = await send(new Request("http://gateway.example/v1/nothing"));

      expect([good.status, await good.json()]).toEqual([200, reply]);
      expect([hot.status, await readError(hot)]).toMatchObject([400, { code: "invalid_parameter" }]);
      expect([empty.status, await readError(empty)]).toMatchObject([400, { code: "missing_parameter" }]);
      expect([halfJson.status, await readError(halfJson)]).toMatchObject([400, { code: "invalid_json" }]);
      expect((await readError(unversioned)).message).toBe("The required header 'anthropic-version' is missing.");
      expect(elsewhere.status).toBe(404);
    });
  },
);

test.each(["Hono", "Express"])("the %s gateway answers 502 if no client could read the reply", async (kind) => {
  await withGateway(kind, async (send) => {
    const broken = await send(chat({ model: "broken", messages }));
    const brief = await send(chat({ model: "brief", messages }));

    expect(brief.status).toBe(200);
    expect(await brief.json()).not.toHaveProperty("created");

    expect(broken.status).toBe(502);
    expect(await readError(broken)).toEqual({
      message:
        "The service's reply breaks the contract: 'choices' is expected to have at least 1 element, not an empty array.",
      type: "api_error",
      code: "internal_error",
    });
  });
});
