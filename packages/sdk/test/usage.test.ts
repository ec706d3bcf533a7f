import { expect, test } from "vitest";
import { ResponseFormatError } from "../src/index.js";
import { createUsage } from "../src/usage/index.js";
import { bareClientAnswering, recordingClient } from "./stub-client.js";
import { examplesOf, failureOf } from "./stub-service.js";
import { collect } from "./stub-streams.js";

const example = (name: string) =>
  examplesOf("listPointsHistory", "200").find(([known]) => known === name)?.[1] as { data: { query_id: string }[] };
const first = example("historyFirstPage");
const last = example("historyLastPage");

test.each(examplesOf("getCurrentBalance", "200"))("gives the balance %s", async (_name, balance) => {
  const { client, sent } = recordingClient(balance);

  expect(await createUsage(client).balance()).toEqual(balance);
  expect(sent[0]).toMatchObject({ method: "GET", url: "https://api.example/usage/current_balance" });
});

test("refuses a balance without points", async () => {
  expect(await failureOf(createUsage(bareClientAnswering({ points: 7 })).balance())).toBeInstanceOf(
    ResponseFormatError,
  );
});

test("gives the entries of all pages, each page asked for after the last entry of the one before", async () => {
  const { client, sent } = recordingClient(first, last);

  const entries = await collect(createUsage(client).history({ limit: 3 }));

  expect(entries).toEqual([...first.data, ...last.data]);
  expect(sent.map(({ url }) => url)).toEqual([
    "https://api.example/usage/points_history?limit=3",
    `https://api.example/usage/points_history?limit=3&starting_after=${first.data.at(-1)?.query_id}`,
  ]);
});

test("gives the pages as they came", async () => {
  const { client } = recordingClient(first, last);

  expect(await collect(createUsage(client).history().pages())).toEqual([first, last]);
});

test("asks for no page that nobody reads", async () => {
  const { client, sent } = recordingClient(first, last);

  for await (const { query_id } of createUsage(client).history()) if (query_id === first.data.at(-1)?.query_id) break;

  expect(sent).toHaveLength(1);
});

test("begins after the entry that the caller names", async () => {
  const { client, sent } = recordingClient(last);

  await collect(createUsage(client).history({ starting_after: "q1 &" }));

  expect(sent[0]?.url).toBe("https://api.example/usage/points_history?starting_after=q1%20%26");
});

test("ends at an empty page that promises more", async () => {
  const { client, sent } = recordingClient({ has_more: true, length: 0, data: [] });

  expect(await collect(createUsage(client).history())).toEqual([]);
  expect(sent).toHaveLength(1);
});

test("throws instead of reading the same page for ever", async () => {
  const { client, sent } = recordingClient(first);

  expect(await failureOf(collect(createUsage(client).history()))).toMatchObject({
    message: expect.stringMatching(/^GET \/usage\/points_history gave the page after \w+ twice/),
  });
  expect(sent).toHaveLength(2);
});
