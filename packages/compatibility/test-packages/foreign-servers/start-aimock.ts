import { LLMock } from "@copilotkit/aimock";
import { onTestFinished } from "vitest";

const numbers = "one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen";

/** Starts aimock for the rest of a test, with a reply to every question. It refuses other keys. */
export async function startAimock({ apiKey }: { apiKey: string }): Promise<string> {
  const server = new LLMock({ port: 0, auth: { apiKeys: [apiKey] } });
  server.onMessage(/weather/, { toolCalls: [{ name: "get_weather", arguments: { city: "Rome" } }] });
  server.onMessage(/^Count/, { content: `${numbers}, fifteen, sixteen, seventeen, eighteen, nineteen, twenty` });
  server.onMessage(/./, { content: "Here every engine ends early." });
  await server.start();
  onTestFinished(() => server.stop());
  return server.baseUrl;
}
