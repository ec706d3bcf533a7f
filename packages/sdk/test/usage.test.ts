import { expect, test } from "vitest";
import { NotFoundError } from "../src/index.js";
import {
  clientAnswering,
  clientOf,
  exampleNamed,
  exampleOf,
  examplesOf,
  failureOf,
  recordingClient,
} from "./stub-service.js";
import { collect } from "./stub-streams.js";
import { settle } from "./test-clock.js";

type Page = { data: { query_id: string }[] };
const first = exampleNamed("listPointsHistory", "historyFirstPage") as Page;
const last = exampleNamed("listPointsHistory", "historyLastPage") as Page;
const balance = exampleOf("getCurrentBalance", "200");
const pageOf = (query_id: string) => ({ data: [{ query_id }], has_more: true });

test.each(examplesOf("getCurrentBalance", "200"))("gives the balance %s", async (_name, balance) => {
  const { client, sent } = recordingClient([balance]);

  expect(await client.usage.balance()).toEqual(balance);
  expect(sent[0]).toMatchObject({ method: "GET", url: "https://api.example/usage/current_balance" });
});

test("refuses a balance without points", async () => {
  const failing = clientAnswering({ points: 7 }).usage.balance();

  expect(await failureOf(failing)).toMatchObject({ name: "ResponseFormatError" });
});

test("gives the entries of all pages, each page asked for after the last entry of the one before", async () => {
  const { client, sent } = recordingClient([first, last]);

  const entries = await collect(client.usage.history({ limit: 3 }));

  expect(entries).toEqual([...first.data, ...last.data]);
  expect(sent.map(({ url }) => url)).toEqual([
    "https://api.example/usage/points_history?limit=3",
    `https://api.example/usage/points_history?limit=3&starting_after=${first.data.at(-1)?.query_id}`,
  ]);
});

test("gives the pages as they came", async () => {
  const { client } = recordingClient([first, last]);

  expect(await collect(client.usage.history().pages())).toEqual([first, last]);
});

test("asks for no page that nobody reads", async () => {
  const { client, sent } = recordingClient([first, last]);

  for await (const { query_id } of client.usage.history()) if (query_id === first.data.at(-1)?.query_id) break;

  expect(sent).toHaveLength(1);
});

test("begins after the entry that the caller names", async () => {
  const { client, sent } = recordingClient([last]);

  await collect(client.usage.history({ starting_after: "q1 &" }));

  expect(sent[0]?.url).toBe("https://api.example/usage/points_history?starting_after=q1%20%26");
});

test("ends at an empty page that promises more", async () => {
  const { client, sent } = recordingClient([{ has_more: true, length: 0, data: [] }]);

  expect(await collect(client.usage.history())).toEqual([]);
  expect(sent).toHaveLength(1);
});

test.each([
  ["one page again and again", [first], 2],
  ["pages that go round in a circle", ["a", "c", "a", "c"].map(pageOf), 3],
])("throws instead of reading %s for ever", async (_what, pages, asked) => {
  const { client, sent } = recordingClient(pages);

  expect(await failureOf(collect(client.usage.history()))).toMatchObject({
    message: expect.stringMatching(/^GET \/usage\/points_history gave the page after \w+ twice/),
  });
  expect(sent).toHaveLength(asked);
});

const empty = { has_more: false, length: 0, data: [] };
const noSuchPath = () => Response.json({ error: { message: "No such path" } }, { status: 404 });

/** A deployment that has these paths alone, and what it was asked for. */
function deployment(prefix: string) {
  const asked: string[] = [];
  const client = clientOf(async (url) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    if (!pathname.startsWith(prefix)) return noSuchPath();
    const isBalance = pathname.includes("balance");
    return Response.json(isBalance ? balance : empty);
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
  const { data, response } = await deployment("/v1/").client.usage.balance().withResponse();

  expect([data, response.status]).toEqual([balance, 200]);
});

test.each<[string, () => Response]>([
  ["405", () => new Response("Method Not Allowed", { status: 405 })],
  // As where the root of the host is an app that gives its page for every path.
  ["a web page", () => new Response("<p>App</p>", { headers: { "content-type": "text/html" } })],
])("finds the second pair of account paths where the first answers %s", async (_what, answer) => {
  const client = clientOf(async (url) => (url.includes("/usage/current") ? answer() : Response.json(balance)));

  expect(await client.usage.balance()).toEqual(balance);
});

test.each<[string, string, object, (client: ReturnType<typeof clientOf>) => Promise<unknown>]>([
  ["balances", "/usage/current_balance", balance as object, ({ usage }) => usage.balance()],
  ["histories", "/usage/points_history", empty, ({ usage }) => collect(usage.history())],
])(
  "finds the second pair of account paths for two %s at once, whichever answer comes first",
  async (_what, path, reply, ask) => {
    let lateRefusal = () => {};
    let asked = 0;
    const client = clientOf(async (url) => {
      if (!url.includes(path)) return Response.json(reply);
      // The second of them comes after the first call has found the other path.
      if (++asked === 2) await new Promise<void>((resolve) => (lateRefusal = resolve));
      return noSuchPath();
    });

    const both = Promise.allSettled([ask(client), ask(client)]);
    await settle();
    lateRefusal();

    expect((await both).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  },
);
