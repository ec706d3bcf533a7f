import { snippets } from "./console/page/snippets.js";
import type { World } from "./world/world.js";

/** What a person needs to make a first call, to be printed once the mock listens. */
export function welcome(baseURL: string, { catalogue, keys: known }: World): string {
  const [first] = catalogue.models;
  const model = first?.metadata?.display_name ?? first?.id ?? "";
  const calls = snippets({ baseURL, apiKey: "sk-mock-full", model, messagesModel: model });
  const codeOf = (client: string) => calls.find((call) => call.client === client)?.code ?? "";
  const clients = calls.filter(({ client }) => client !== "curl");
  const keys = Object.entries(known).map(([key, { says }]) => `  ${key.padEnd(16)} ${says}`);
  return `
Console:   ${baseURL}/_mock
Reference: ${baseURL}/docs

Keys:
${keys.join("\n")}
Any other key gets 401. A right key may make 500 requests a minute, then 429.

Base URLs:
${clients.map((call) => `  ${call.client.padEnd(18)} ${call.baseURL}`).join("\n")}
  contract tests     ${baseURL}

A first call, to paste into another terminal:

${codeOf("curl")}

The same through the SDK, plain and streamed, to paste in this folder:

node --input-type=module <<'EOF'
${codeOf("@model-access/sdk")}
EOF

Ctrl-C ends the mock.
`;
}
