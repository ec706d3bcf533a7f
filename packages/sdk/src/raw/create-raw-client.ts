import createClient from "openapi-fetch";
import { Exchange } from "../call/exchange.js";
import type { Engine } from "../engine.js";
import { OptionError } from "../errors/model-access-error.js";
import type { paths } from "../generated/openapi.js";
import { serializePath } from "../transport/path.js";
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
      if (!outgoing.url.startsWith(`${root}/`)) {
        throw new OptionError("baseUrl", `baseUrl is not that of the client, ${root}; make another client for it.`);
      }
      const signals = [signal, outgoing.signal].filter((one) => one !== undefined && one !== null);
      // A signal of the call's own: the platform's `fetch` leaves its listener on the one that it gets.
      if (signals.length > 0) outgoing.signal = AbortSignal.any(signals);
      return send(outgoing, new Exchange(outgoing, engine));
    },
  });
  // The same functions; RawClient only says more about what they give.
  return client as unknown as RawClient;
}
