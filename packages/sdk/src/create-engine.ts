import { createSignalLinker } from "./call/abort-link.js";
import { createDeadlineClock } from "./deadlines/deadline-clock.js";
import type { Engine } from "./engine.js";
import { type ClientOptions, resolveOptions } from "./options/client-options.js";
import { createAttemptMaker } from "./transport/attempt.js";
import { createKeyring } from "./transport/keyring.js";
import { createLog } from "./transport/logger.js";
import { createOperations } from "./transport/operations.js";
import { createSend } from "./transport/send.js";

/**
 * A client without methods, for resources that are imported one by one, so that a bundle holds only what is used. Throws
 * an `OptionError` for an option that is missing or wrong.
 *
 * @example
 * const completions = createChatCompletions(createClient({ apiKey: "sk-…", baseURL: "https://api.example/v1" }));
 */
export function createEngine(options: ClientOptions = {}): Engine {
  // From here on the key is in the keyring alone.
  const { apiKey, ...resolved } = resolveOptions(options);
  const keyring = createKeyring(apiKey);
  const log = createLog({ ...resolved, keyring });
  const makeAttempt = createAttemptMaker({ ...resolved, keyring });
  return {
    ...resolved,
    keyring,
    log,
    operations: createOperations(resolved.root),
    send: createSend({ ...resolved, makeAttempt, log }),
    linkSignals: createSignalLinker(),
    deadlineClock: createDeadlineClock(resolved.clock),
  };
}
