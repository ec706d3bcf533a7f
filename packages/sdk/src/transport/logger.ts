import type { Redactor } from "./redact.js";

/** The receiver of the client's log; `console` is one. */
export type Logger = Record<Exclude<LogLevel, "off">, (message: string, details: object) => void>;

/**
 * The level of a log: calls that failed (`error`), retries (`warn`), answers (`info`), attempts (`debug`), each with
 * those before.
 */
export type LogLevel = "off" | "error" | "warn" | "info" | "debug";

/** Every level, from the quietest on. */
export const logLevels: readonly LogLevel[] = ["off", "error", "warn", "info", "debug"];

/** The levels that are logged; the others are absent, so that what nobody reads is not even put together. */
export type Log = Partial<Record<keyof Logger, (message: string, details: object, redactor: Redactor) => void>>;

/** Takes the keys out of what is logged. Bodies are never logged, nor the values of headers. */
export function createLog({ logger, logLevel }: { logger: Logger; logLevel: LogLevel }): Log {
  const log: Log = {};
  for (const level of logLevels.slice(1, logLevels.indexOf(logLevel) + 1) as (keyof Logger)[]) {
    log[level] = (message, details, { text, texts }) => logger[level](text(message), texts(details));
  }
  return log;
}
