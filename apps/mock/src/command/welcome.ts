import type { Model } from "@model-access/contract";
import { snippets } from "../generated/snippets.js";
import type { World } from "../world/world.js";

/** Returns the lines to print once the mock listens: all that a first call needs. */
export function welcome(
  { baseURL, requestsPerMinute }: { baseURL: string; requestsPerMinute: number },
  { catalogue: { models }, keys: known }: World,
): string {
  const keys = Object.entries(known);
  const [apiKey] = keys.find(([, { isRevoked, hasPermission }]) => !isRevoked && hasPermission) ?? ["a key"];
  const model = nameOf(models[0]);
  const messagesModel = nameOf(models.find((row) => row.supported_endpoints?.includes("/v1/messages")));
  const calls = snippets({ baseURL, apiKey, model, messagesModel });
  const codeOf = (client: string) => calls.find((call) => call.client === client)?.code ?? "";
  const clients = calls.filter(({ client }) => client !== "curl");
  return `
Console:   ${baseURL}/_mock
Reference: ${baseURL}/docs

Keys:
${keys.map(([key, { says }]) => `  ${key.padEnd(16)} ${says}`).join("\n")}
Any other key gets 401. A right key may make ${requestsPerMinute} requests a minute, then 429.

Base URLs:
${clients.map((call) => `  ${call.client.padEnd(18)} ${call.baseURL}`).join("\n")}
  contract tests     ${baseURL}

A first call, to paste into another terminal${process.platform === "win32" ? ", such as Git Bash" : ""}:

${codeOf("curl")}

The same through the SDK, plain and streamed, to paste in this folder:

node --input-type=module <<'EOF'
${codeOf("@model-access/sdk")}
EOF

Ctrl-C ends the mock.
`;
}

const nameOf = (model: Model | undefined) => model?.metadata?.display_name ?? model?.id ?? "a model";
