import { type Bots, createBots } from "./bots/bots.js";
import { type ChatCompletions, createChatCompletions } from "./chat/chat-completions.js";
import { createMediaWarning } from "./chat/media-warning.js";
import { createEngine } from "./create-engine.js";
import { createFiles, type Files } from "./files/files.js";
import { createMessages, type Messages } from "./messages/messages.js";
import { createModels, type Models } from "./models/models.js";
import type { ClientOptions } from "./options/client-options.js";
import { createRawClient } from "./raw/create-raw-client.js";
import type { RawClient } from "./raw/raw-client.js";
import { createResponses, type Responses } from "./responses/responses.js";
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
   * and log of this client, but without its deadlines. It resolves to `{ data, error, response }`; only a call that gets
   * no answer throws. Its own middleware meets its own calls alone, and the `request` there is plain data (url, method,
   * headers, body, signal), not a WHATWG `Request`.
   */
  readonly raw: RawClient;
  /** The base URL, without `/v1`. */
  readonly baseURL: string;

  /** Throws an `OptionError` for an option that is missing or wrong. */
  constructor(options: ClientOptions = {}) {
    const engine = createEngine(options);
    this.baseURL = engine.root;
    this.raw = createRawClient(engine);
    const mediaWarning = createMediaWarning(engine.log);
    this.chat = { completions: createChatCompletions(engine, { onStream: mediaWarning.warn }) };
    this.messages = createMessages(engine);
    this.responses = createResponses(engine);
    this.bots = createBots(engine);
    this.models = createModels(engine, { onList: mediaWarning.remember });
    this.usage = createUsage(engine);
    this.videos = createVideos(engine);
    this.files = createFiles(engine);
  }
}
