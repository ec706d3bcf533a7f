import type { Keyring } from "./keyring.js";

/** Where the client's log goes; `console` is one. */
export type Logger = Record<Exclude<LogLevel, "off">, (message: string, details: object) => void>;

/** How much is logged: calls that failed (`error`), retries (`warn`), answers (`info`), attempts (`debug`), each with those before. */
export type LogLevel = "off" | "error" | "warn" | "info" | "debug";

/** Every level, from the quietest on. */
export const logLevels: readonly LogLevel[] = ["off", "error", "warn", "info", "debug"];

/** The levels that are logged; the others are absent, so that what nobody reads is not even put together. */
export type Log = Partial<Logger>;

/** Takes every key that was given out out of what is logged. Bodies are never logged. */
export function createLog({
  logger,
  logLevel,
  keyring,
}: {
  logger: Logger;
  logLevel: LogLevel;
  keyring: Keyring;
}): Log {
  const log: Log = {};
  for (const level of logLevels.slice(1, logLevels.indexOf(logLevel) + 1) as (keyof Logger)[]) {
    log[level] = (message, details) => logger[level](keyring.redact(message), keyring.redact(details));
  }
  return log;
}
