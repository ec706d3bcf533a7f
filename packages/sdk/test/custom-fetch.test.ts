import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { type Fetch, OptionError } from "../src/index.js";
import { clientOf, exampleOf, failureOf, request, streamRequest } from "./stub-service.js";

const reply = JSON.stringify(exampleOf("createChatCompletion", "200"));
const headers = new Headers({ "content-type": "application/json" });

/** Answers as other clients than `fetch` give them; the types do not let them through. */
const foreign: [string, unknown][] = [
  ["nothing", undefined],
  ["an answer with plain headers", { status: 200, headers: { "content-type": "application/json" }, data: {} }],
  ["a body that is a stream of Node", { ok: true, status: 200, headers, body: Readable.from([reply]) }],
  ["a refusal whose body is a stream of Node", { ok: false, status: 402, headers, body: Readable.from(["{}"]) }],
];

test.each(foreign)("names the fetch that gives %s", async (_what, answer) => {
  let calls = 0;
  const fetch = (async () => {
    calls += 1;
    return answer;
  }) as Fetch;

  for (const body of [request, streamRequest]) {
    const failure = await failureOf(clientOf(fetch, { maxRetries: 2 }).chat.completions.create(body));

    expect(failure).toBeInstanceOf(OptionError);
    expect(failure).toMatchObject({
      option: "fetch",
      message: "fetch gave no web Response; pass one that does, such as the platform's.",
      // It was sent, and what became of it is in what nobody can read.
      mayHaveBeenProcessed: "maybe",
    });
  }
  expect(calls).toBe(2);
});

test("takes whatever has the parts of a web Response that a reply is read from", async () => {
  const answer = { ok: true, status: 200, headers, text: async () => reply };

  const completion = await clientOf((async () => answer) as unknown as Fetch).chat.completions.create(request);

  expect(completion).toEqual(JSON.parse(reply));
});
