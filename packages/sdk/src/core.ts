export { createEngine as createClient } from "./create-engine.js";
export type { Engine as Client } from "./engine.js";
export type { CallOptions } from "./options/call-options.js";
export type { ClientOptions } from "./options/client-options.js";
export type { Fetch } from "./transport/attempt.js";
export type { ApiKey } from "./transport/keyring.js";
