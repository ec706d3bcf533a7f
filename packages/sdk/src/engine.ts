import type { Keyring } from "./api-key.js";
import type { RawClient } from "./raw-client.js";
import type { Send } from "./send.js";

/** What every named method needs of its client. */
export interface Engine {
  raw: RawClient;
  /** The base URL without `/v1`. */
  root: string;
  send: Send;
  keyring: Keyring;
  /** Ends every call of the client. */
  signal: AbortSignal | undefined;
  maxEventBytes: number;
}
