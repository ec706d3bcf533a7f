import createClient from "openapi-fetch";
import { createKeyring } from "./api-key.js";
import { type ChatCompletions, createChatCompletions } from "./chat/chat-completions.js";
import { type ClientOptions, resolveOptions } from "./client-options.js";
import type { Engine } from "./engine.js";
import type { paths } from "./generated/openapi.js";
import { createModels, type Models } from "./models.js";
import { serializePath } from "./path.js";
import type { RawClient } from "./raw-client.js";
import { RequestCarrier } from "./request-carrier.js";
import { createSend } from "./send.js";

/**
 * A client of the Model Access API.
 *
 * @example
 * const client = new ModelAccess({ apiKey: "sk-…", baseURL: "https://api.example/v1" });
 * const { data: models } = await client.models.list();
 */
export class ModelAccess {
  /** The chat-completions-compatible interface. */
  readonly chat: { readonly completions: ChatCompletions };
  /** The models and public bots there are. */
  readonly models: Models;
  /**
   * The typed openapi-fetch client of every operation in the contract, with the key and the base URL filled in. It
   * resolves to `{ data, error, response }`; only a call that gets no answer throws. Its middleware meets its own calls
   * alone, and the `request` there is plain data (url, method, headers, body, signal), not a WHATWG `Request`.
   */
  readonly raw: RawClient;
  /** The base URL, without `/v1`. */
  readonly baseURL: string;

  /** Throws an `OptionError` for an option that is missing or wrong. */
  constructor(options: ClientOptions = {}) {
    const { apiKey, root, fetch, signal, maxEventBytes } = resolveOptions(options);
    const keyring = createKeyring(apiKey);
    const send = createSend({ root, fetch, keyring });
    // One for the named methods and one for the caller, whose middleware is to meet no calls but its own.
    const engine: Engine = { raw: createRawClient({ root, send, signal }), root, send, keyring, signal, maxEventBytes };
    this.baseURL = root;
    this.raw = createRawClient({ root, send, signal });
    this.chat = { completions: createChatCompletions(engine) };
    this.models = createModels(engine);
  }
}

function createRawClient({ root, send, signal }: Pick<Engine, "root" | "send" | "signal">): RawClient {
  const client = createClient<paths, "application/json">({
    baseUrl: root,
    pathSerializer: serializePath,
    // openapi-fetch makes one and hands it to `fetch`; it asks no more of it than the carrier has.
    Request: RequestCarrier as unknown as typeof Request,
    fetch: (request) => send(request as unknown as RequestCarrier),
    signal: signal ?? null,
    // The key and the prompt go to the address that was configured and to no other.
    redirect: "manual",
  });
  // The same functions; RawClient only says more about what they give.
  return client as unknown as RawClient;
}
