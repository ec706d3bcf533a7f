import type { Client } from "../client.js";
import { createRedactor } from "../transport/redact.js";
import type { Model } from "../types.js";

/** Warns of media bots that are streamed through chat completions (R1.13), as far as a list of models has named them. */
export interface MediaWarning {
  /** Takes note of a list that was asked for anyway; nothing more is asked of the service. */
  remember(models: readonly Model[]): void;
  /** Warns, once for each model. */
  warn(model: string): void;
}

/** The warning goes to the client's log, or to the console where that takes none. */
export function createMediaWarning({ log, learned: { mediaModels: media } }: Client): MediaWarning {
  const warned = new Set<string>();

  return {
    remember(models) {
      for (const model of models) {
        // What comes over the wire is judged, not trusted.
        const outputs = model?.architecture?.output_modalities;
        if (!Array.isArray(outputs) || outputs.length === 0 || outputs.includes("text")) continue;
        for (const name of [model.id, model.metadata?.display_name]) {
          if (typeof name === "string") media.set(name.toLowerCase(), outputs.join(" and "));
        }
      }
    },
    warn(model) {
      const outputs = media.get(String(model).toLowerCase());
      if (outputs === undefined || warned.has(model)) return;
      warned.add(model);
      const sentence = `${model} gives ${outputs}; media bots should be called with stream: false`;
      if (log.warn)
        log.warn(
          sentence,
          { model },
          createRedactor(() => []),
        );
      else console.warn(sentence, { model });
    },
  };
}
