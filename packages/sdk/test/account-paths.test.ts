import { expect, test } from "vitest";
import { NotFoundError } from "../src/index.js";
import { clientOf, exampleOf, failureOf } from "./stub-service.js";
import { collect } from "./stub-streams.js";

/** A deployment that has these paths alone, and what it was asked for. */
function deployment(prefix: string) {
  const asked: string[] = [];
  const client = clientOf(async (url) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    if (!pathname.startsWith(prefix)) return Response.json({ error: { message: "No such path" } }, { status: 404 });
    const isBalance = pathname.includes("balance");
    return Response.json(isBalance ? exampleOf("getCurrentBalance", "200") : { has_more: false, length: 0, data: [] });
  });
  return { client, asked };
}

test("finds the second pair of account paths once, and remembers it", async () => {
  const { client, asked } = deployment("/v1/");

  await client.usage.balance();
  await client.usage.balance();
  await collect(client.usage.history());
  await client.withOptions({ maxRetries: 1 }).usage.balance();

  expect(asked).toEqual(["/usage/current_balance", "/v1/balance", "/v1/balance", "/v1/usage/history", "/v1/balance"]);
});

test("remembers the first pair, so that a history that is not there is told as it is", async () => {
  const { client, asked } = deployment("/usage/current_balance");

  await client.usage.balance();

  expect(await failureOf(collect(client.usage.history()))).toBeInstanceOf(NotFoundError);
  expect(asked).toEqual(["/usage/current_balance", "/usage/points_history"]);
});

test("names the first path where neither is there", async () => {
  const { client, asked } = deployment("/nowhere");

  expect(await failureOf(client.usage.balance())).toMatchObject({
    name: "NotFoundError",
    message: expect.stringContaining("GET /usage/current_balance answered 404"),
  });
  expect(asked).toEqual(["/usage/current_balance", "/v1/balance"]);
});

test("gives the answer with the balance from either path", async () => {
  const { client } = deployment("/v1/");

  const { data, response } = await client.usage.balance().withResponse();

  expect(data).toEqual(exampleOf("getCurrentBalance", "200"));
  expect(response.status).toBe(200);
});
