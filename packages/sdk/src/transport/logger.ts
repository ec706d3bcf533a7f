import type { Redactor } from "./redact.js";

/** The receiver of the client's log; `console` is one. */
export type Logger = Record<Exclude<LogLevel, "off">, (message: string, details: object) => void>;

/**
 * The level of a log: calls that failed (`error`), retries (`warn`), answers (`info`), attempts (`debug`), each with
 * those before.
 */
export type LogLevel = "off" | "error" | "warn" | "info" | "debug";

export const logLevels: readonly LogLevel[] = ["off", "error", "warn", "info", "debug"];

/** The levels that are logged; the others are absent, so that their messages are never composed. */
export type Log = Partial<Record<keyof Logger, (message: string, details: object, redactor?: Redactor) => void>>;

/** Removes the keys of a call from its log messages. Bodies and values of headers are never logged. */
export function createLog({ logger, logLevel }: { logger: Logger; logLevel: LogLevel }): Log {
  const log: Log = {};
  for (const level of logLevels.slice(1, logLevels.indexOf(logLevel) + 1) as (keyof Logger)[]) {
    log[level] = (message, details, redactor) =>
      redactor ? logger[level](redactor.text(message), redactor.texts(details)) : logger[level](message, details);
  }
  return log;
}
