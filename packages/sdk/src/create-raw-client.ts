import createClient from "openapi-fetch";
import type { Engine } from "./engine.js";
import { Exchange } from "./exchange.js";
import type { paths } from "./generated/openapi.js";
import { serializePath } from "./path.js";
import type { RawClient } from "./raw-client.js";
import { outgoingOf, RequestCarrier } from "./request-carrier.js";

/** The openapi-fetch client of the whole contract, over the same transport as the named methods. */
export function createRawClient(engine: Engine): RawClient {
  const { root, send, signal } = engine;
  const client = createClient<paths, "application/json">({
    baseUrl: root,
    pathSerializer: serializePath,
    // openapi-fetch makes one and hands it to `fetch`; it asks no more of it than the carrier has.
    Request: RequestCarrier as unknown as typeof Request,
    fetch: (request) => {
      const outgoing = outgoingOf(request as unknown as RequestCarrier);
      return send(outgoing, new Exchange(outgoing, engine));
    },
    signal: signal ?? null,
  });
  // The same functions; RawClient only says more about what they give.
  return client as unknown as RawClient;
}
