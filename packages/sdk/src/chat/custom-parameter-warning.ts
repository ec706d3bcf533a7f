import type { Client } from "../client.js";
import { createRedactor } from "../transport/redact.js";

/** The custom parameters that the specification names, and the calls that carry them (R2.2). */
const carriers: Record<string, string> = {
  thinking_budget: "bots.respond (parameters) and messages (thinking)",
  reasoning_effort: "bots.respond (parameters), messages (thinking) and responses (reasoning)",
  aspect_ratio: "bots.respond (parameters)",
  style: "bots.respond (parameters)",
};

/** Creates a warning in the client's log, once for each name, of custom parameters in chat completions, which can't carry them (R1.9). */
export function createCustomParameterWarning({ log: { warn } }: Client): (body: object) => void {
  const warned = new Set<string>();
  const redactor = createRedactor(() => []);

  return (body) => {
    if (warn === undefined) return;
    for (const name of Object.keys(carriers)) {
      if (!Object.hasOwn(body, name) || warned.has(name)) continue;
      warned.add(name);
      warn(`chat completions can't carry ${name}; these can: ${carriers[name]}`, { parameter: name }, redactor);
    }
  };
}
