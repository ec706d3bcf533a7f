import { type Bots, createBots } from "./bots/bots.js";
import { type ChatCompletions, createChatCompletions } from "./chat/chat-completions.js";
import { type Client, createClient } from "./client.js";
import { createFiles, type Files } from "./files/files.js";
import { createMessages, type Messages } from "./messages/messages.js";
import { createModels, type Models } from "./models/models.js";
import type { ClientOptions } from "./options/client-options.js";
import { createRawClient, type RawClient } from "./raw/raw-client.js";
import { createResponses, type Responses } from "./responses/responses.js";
import type { Fetch } from "./transport/attempt.js";
import { createUsage, type Usage } from "./usage/usage.js";
import { createVideos, type Videos } from "./videos/videos.js";

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
  /** The messages-compatible interface. */
  readonly messages: Messages;
  /** The responses-compatible interface. */
  readonly responses: Responses;
  /** Bots by their native protocol. */
  readonly bots: Bots;
  /** The models and public bots there are. */
  readonly models: Models;
  /** The account's points. */
  readonly usage: Usage;
  /** Videos, which take a while to make. */
  readonly videos: Videos;
  /** Files for bots. */
  readonly files: Files;
  /**
   * The typed openapi-fetch client of every operation in the contract, with the key, the base URL, retries, middleware
   * deadlines and log of this client. It resolves to `{ data, error, response }`; a call throws that gets no answer, or a success that can't be read.
   * The named methods make their requests by it, so its middleware (`use`) meets every call; the `request` there is plain
   * data (url, method, headers, body, signal), not a WHATWG `Request`.
   */
  readonly raw: RawClient;
  /** The base URL, without `/v1`. */
  readonly baseURL: string;

  /** The client's own `fetch`, for addresses outside the service. It has no key, deadlines or retries. */
  readonly fetch: Fetch;

  readonly #client: Client;

  /** Throws an `OptionError` for an option that is unknown, missing or wrong. */
  constructor(options?: ClientOptions);
  constructor(options: ClientOptions = {}, client = createClient(options)) {
    this.#client = client;
    this.baseURL = client.root;
    this.fetch = client.fetch;
    this.raw = createRawClient(client);
    this.chat = { completions: createChatCompletions(client) };
    this.messages = createMessages(client);
    this.responses = createResponses(client);
    this.bots = createBots(client);
    this.models = createModels(client);
    this.usage = createUsage(client);
    this.videos = createVideos(client);
    this.files = createFiles(client);
  }

  /**
   * Makes a client with these options that shares everything else with this one: the key, middleware with its state,
   * signals, and what was learned of the deployment. Middleware of openapi-fetch (`raw.use`) is each client's own.
   *
   * @example
   * const patient = client.withOptions({ timeouts: { headers: 600_000 } });
   */
  withOptions(options: ClientOptions): ModelAccess {
    // The second parameter is ours alone.
    const Derived = ModelAccess as unknown as new (options: ClientOptions, client: Client) => ModelAccess;
    return new Derived({}, this.#client.withOptions(options));
  }
}
