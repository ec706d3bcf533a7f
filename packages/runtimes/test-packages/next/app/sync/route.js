import { getBotResponseSync } from "@model-access/sdk/sync";

export const dynamic = "force-dynamic";

const query = { bot: "Claude-Sonnet-4.5", messages: [{ role: "user", content: "Hello" }], apiKey: "sk-mock-full" };

export function GET() {
  const answer = getBotResponseSync(query, { baseURL: process.env.MODEL_ACCESS_BASE_URL });
  return Response.json([...answer].map(({ text }) => text).join(""));
}
