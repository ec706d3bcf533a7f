import type { Client } from "../client.js";

/**
 * Warns in the log of custom parameters (R2.2), which a chat completion can't carry (R1.9), and once of each media bot that is
 * streamed (R1.13), as far as a list of models has named it.
 */
export function warnOfRequest({ log, learned }: Client, body: { model?: unknown; stream?: unknown }): void {
  for (const parameter of ["thinking_budget", "reasoning_effort", "aspect_ratio", "style"]) {
    if (parameter in body) {
      log.warn?.(
        `chat completions can't carry ${parameter}; bots take it, messages and responses in words of their own`,
        { parameter },
      );
    }
  }
  const { model, stream } = body;
  if (stream === true && learned.mediaModels.delete(String(model).toLowerCase())) {
    log.warn?.(`${model} is a media bot; call it with stream: false`, { model });
  }
}
