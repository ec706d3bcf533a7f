import { expect, test } from "vitest";
import { clientOf, exampleOf } from "./stub-service.js";
import { collect } from "./stub-streams.js";
import { settle } from "./test-clock.js";

test("finds the second pair of account paths for two calls at once, whichever answer comes first", async () => {
  let lateRefusal: (() => void) | undefined;
  let asked = 0;
  const client = clientOf(async (url) => {
    if (!url.includes("/usage/current_balance")) return Response.json(exampleOf("getCurrentBalance", "200"));
    // The second of them comes after the first call has found the other path.
    if (++asked === 2)
      await new Promise<void>((resolve) => {
        lateRefusal = resolve;
      });
    return Response.json({ error: { message: "No such path" } }, { status: 404 });
  });

  const both = Promise.allSettled([client.usage.balance(), client.usage.balance()]);
  await settle();
  lateRefusal?.();

  expect((await both).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
});

test("finds the second pair of account paths where the first answers 405", async () => {
  const client = clientOf(async (url) =>
    url.includes("/usage/")
      ? new Response("Method Not Allowed", { status: 405 })
      : Response.json(exampleOf("getCurrentBalance", "200")),
  );

  expect(await client.usage.balance()).toEqual(exampleOf("getCurrentBalance", "200"));
});

test("finds the second pair of account paths where a web page answers for the first", async () => {
  // As where the root of the host is an app that gives its page for every path.
  const client = clientOf(async (url) =>
    url.includes("/usage/current")
      ? new Response("<p>App</p>", { headers: { "content-type": "text/html" } })
      : Response.json(exampleOf("getCurrentBalance", "200")),
  );

  expect(await client.usage.balance()).toEqual(exampleOf("getCurrentBalance", "200"));
});

test("finds the second pair of account paths for two histories at once, whichever answer comes first", async () => {
  let lateRefusal: (() => void) | undefined;
  let asked = 0;
  const client = clientOf(async (url) => {
    if (!url.includes("/usage/points_history")) return Response.json({ has_more: false, length: 0, data: [] });
    if (++asked === 2)
      await new Promise<void>((resolve) => {
        lateRefusal = resolve;
      });
    return Response.json({ error: { message: "No such path" } }, { status: 404 });
  });

  const both = Promise.allSettled([collect(client.usage.history()), collect(client.usage.history())]);
  await settle();
  lateRefusal?.();

  expect((await both).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
});
