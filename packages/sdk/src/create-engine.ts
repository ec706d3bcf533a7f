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
  const resolved = resolveOptions(options);
  const { apiKey, root, signal, timeouts, retries, maxEventBytes, clock } = resolved;
  const keyring = createKeyring(apiKey);
  const log = createLog({ ...resolved, keyring });
  const makeAttempt = createAttemptMaker({ ...resolved, keyring });
  return {
    operations: createOperations(root),
    root,
    send: createSend({ ...resolved, makeAttempt, log }),
    keyring,
    signal,
    linkSignals: createSignalLinker(),
    timeouts,
    retries,
    clock,
    deadlineClock: createDeadlineClock(clock),
    log,
    maxEventBytes,
  };
}
