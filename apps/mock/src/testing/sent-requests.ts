import type { OperationId, RequestBody } from "@model-access/contract";
import type { Admin, AdminExchange } from "../admin-client.js";
import { listPlaces } from "../conditions/explain-nearest.js";
import { parseJson } from "../conversation/json.js";
import { listDifferences } from "../recordings/list-differences.js";

/** A request that the mock got, as its journal has it. */
export interface SentRequest<Name extends OperationId> {
  method: string;
  /** Path and query. */
  target: string;
  /** By name in lower case; keys are masked. */
  headers: Record<string, string>;
  /** The value of a JSON body, else its text; undefined for none, and for bytes that are no text. */
  body: RequestBody<Name>;
  /** The whole exchange: its answer, its attempts and the verdicts on the client. */
  exchange: AdminExchange;
}

/** Some members of a body; lists have all of their items. */
type PartOf<Body> = Body extends readonly (infer Item)[]
  ? PartOf<Item>[]
  : Body extends object
    ? { [Name in keyof Body]?: PartOf<Body[Name]> }
    : Body;

/** The functions that look at what a client has sent. */
export interface SentRequests {
  /** Returns the last request of an operation. Rejects where there was none. */
  lastRequest<Name extends OperationId>(operationId: Name): Promise<SentRequest<Name>>;
  /**
   * Waits for a request of an operation whose body has these members, and returns it. Rejects after `timeoutMs` (5000 by
   * default) with what is other in the nearest.
   * @example
   * await mock.expect("createChatCompletion", { stream: true, messages: [{ content: "Hello" }] });
   */
  expect<Name extends OperationId>(
    operationId: Name,
    body?: PartOf<RequestBody<Name>>,
    options?: { timeoutMs?: number },
  ): Promise<SentRequest<Name>>;
}

/** Fake timers of a test don't stop it from waiting. */
const { setTimeout } = globalThis;
const pauseMs = 20;
const mostCompared = 20;

export function createSentRequests({ journal, session }: Pick<Admin, "journal" | "session">): SentRequests {
  return {
    async lastRequest(operationId) {
      const [last] = await readLast(operationId, 1);
      if (last === undefined) throw new Error(`The session '${session}' has had no request of ${operationId}.`);
      return last;
    },
    async expect(operationId, body, { timeoutMs = 5000 } = {}) {
      for (let waitedMs = 0; ; waitedMs += pauseMs) {
        const compared = (await readLast(operationId, mostCompared)).map((sent) => ({
          sent,
          places: body === undefined ? [] : listDifferences(body, sent.body, { isPart: true }),
        }));
        const [nearest] = compared.toSorted((a, b) => a.places.length - b.places.length);
        if (nearest?.places.length === 0) return nearest.sent;
        if (waitedMs >= timeoutMs) {
          const known = nearest && `the nearest, ${nearest.sent.exchange.id}, differs in ${listPlaces(nearest.places)}`;
          throw new Error(
            `The session '${session}' got no such request of ${operationId} within ${timeoutMs} ms; ${known ?? "there was none"}.`,
          );
        }
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    },
  };

  /** Reads the last requests of an operation, the last one first. */
  async function readLast<Name extends OperationId>(operationId: Name, limit: number): Promise<SentRequest<Name>[]> {
    const listed = await journal.list({ operationId, limit });
    return Promise.all(listed.toReversed().map(async ({ id }) => readSent<Name>(await journal.get(id))));
  }
}

function readSent<Name extends OperationId>(exchange: AdminExchange): SentRequest<Name> {
  const { method, target, headers, body } = exchange.request;
  const text = body !== undefined && "text" in body ? body.text : undefined;
  return {
    method,
    target,
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    body: (text && (parseJson(text) ?? text)) as RequestBody<Name>, // a test that sends something else finds it here all the same
    exchange,
  };
}
