import { operations } from "@model-access/contract";
import fc from "fast-check";
import createFetchClient from "openapi-fetch";
import { expect, test } from "vitest";
import { createOperations } from "../src/transport/operations.js";
import type { OutgoingRequest } from "../src/transport/outgoing-request.js";

const root = "https://api.example/gateway";

/** What a call sends, in the same words for both. */
interface Sent {
  method: string;
  url: string;
  headers: [string, string][];
  body: unknown;
}

type Caller<Given> = Record<string, (path: string, init: object) => Given>;

function sentByOurs(method: string, path: string, init: object): Sent {
  const sent = (createOperations(root) as unknown as Caller<OutgoingRequest>)[method]?.(path, init);
  const { headers, ...rest } = sent as OutgoingRequest;
  return { method: rest.method, url: rest.url, headers: [...new Headers(headers)], body: comparable(rest.body) };
}

async function sentByFetchClient(method: string, path: string, init: object): Promise<Sent> {
  let sent: Sent | undefined;
  class Carrier {
    constructor(url: string, { method, headers, body }: RequestInit) {
      sent = { method: String(method), url, headers: [...new Headers(headers)], body: comparable(body) };
    }
  }
  const client = createFetchClient({
    baseUrl: root,
    // It asks no more of a request than this.
    Request: Carrier as unknown as typeof Request,
    fetch: async () => new Response(),
  });
  await (client as unknown as Caller<Promise<unknown>>)[method]?.(path, init);
  return sent as Sent;
}

function comparable(body: BodyInit | null | undefined): unknown {
  return body instanceof FormData ? [...body] : body;
}

const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string(),
  fc.constantFrom("a b", "+&=?#/%", "ü{x}$&", "..%2f"),
);
// An id that leads nowhere is refused; `raw.test.ts` has that.
const id = text.filter((value) => !["", ".", ".."].includes(value));
const scalar = fc.oneof(text, fc.integer(), fc.boolean());
const nothing = fc.constantFrom(undefined, null);
const queryValue = fc.oneof(scalar, fc.array(scalar), nothing);
const headerValue = fc.oneof(fc.stringMatching(/^[!-~]([ -~]*[!-~])?$/), nothing);
const body = fc.oneof(
  fc.constant(undefined),
  fc.constant(null),
  fc.jsonValue(),
  fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.constant(undefined))),
  fc.dictionary(fc.string(), text).map((fields) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return form;
  }),
);

test.each(Object.entries(operations))("makes of %s the request that openapi-fetch makes", async (_id, operation) => {
  const method = operation.method.toUpperCase();
  const named = (place: string) => operation.parameters.filter((parameter) => parameter.in === place);
  const record = (place: string, value: fc.Arbitrary<unknown>, requiredKeys?: []) =>
    fc.record(Object.fromEntries(named(place).map(({ name }) => [name, value])), requiredKeys ? { requiredKeys } : {});
  const init = fc.record(
    {
      params: fc.record(
        { path: record("path", id), query: record("query", queryValue, []), header: record("header", headerValue, []) },
        { requiredKeys: ["path"] },
      ),
      ...(method === "POST" ? { body } : {}),
    },
    { requiredKeys: ["params"] },
  );

  await fc.assert(
    fc.asyncProperty(init, async (options) => {
      expect(sentByOurs(method, operation.path, options)).toEqual(
        await sentByFetchClient(method, operation.path, options),
      );
    }),
    { numRuns: 200 },
  );
});

test("overrides and removes the media type as openapi-fetch does", async () => {
  for (const value of ["application/merge-patch+json", null]) {
    for (const name of ["Content-Type", "content-type"]) {
      const init = { params: { header: { [name]: value } }, body: { a: 1 } };

      expect(sentByOurs("POST", "/v1/videos", init)).toEqual(await sentByFetchClient("POST", "/v1/videos", init));
    }
  }
});
