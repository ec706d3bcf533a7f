import type { Log } from "../transport/logger.js";
import { createRedactor } from "../transport/redact.js";

/** Warns in the log of custom parameters (R2.2) in a chat completion, which can't carry them (R1.9). */
export function warnOfCustomParameters({ warn }: Log, body: object): void {
  for (const parameter of ["thinking_budget", "reasoning_effort", "aspect_ratio", "style"]) {
    if (parameter in body)
      warn?.(
        `chat completions can't carry ${parameter}; bots take it, messages and responses in words of their own`,
        { parameter },
        createRedactor(() => []),
      );
  }
}
