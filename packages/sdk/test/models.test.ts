import { expect, test } from "vitest";
import { clientAnswering, clientOf, exampleOf, failureOf } from "./stub-service.js";

test("lists the models with their prices", async () => {
  const example = exampleOf("listModels", "200");
  const client = clientAnswering(JSON.stringify(example));

  const { data } = await client.models.list();

  expect({ object: "list", data }).toEqual(example);
  expect(data[0]).toMatchObject({ id: expect.any(String), pricing: expect.anything() });
});

test("asks for them with GET and without a body", async () => {
  let sent: RequestInit = {};
  const client = clientOf(async (_url, init) => {
    sent = init;
    return Response.json(exampleOf("listModels", "200"));
  });

  await client.models.list();

  expect(sent.method).toBe("GET");
  expect(sent.body).toBeUndefined();
  expect(new Headers(sent.headers).has("content-type")).toBe(false);
});

test("refuses an answer that is no list", async () => {
  const client = clientAnswering('{"object":"list"}');

  expect(await failureOf(client.models.list())).toMatchObject({
    name: "ResponseFormatError",
    message: "GET /v1/models answered 200 with JSON that has no data",
  });
});
