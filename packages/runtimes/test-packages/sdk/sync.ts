// A blocking call: its answer, and its typed error.
import process from "node:process";
import { InvalidKeyError } from "@model-access/sdk";
import { getBotResponseSync } from "@model-access/sdk/sync";

const question = { bot: "GPT-5.2", messages: [{ role: "user" as const, content: "Name three rivers." }] };
const options = { baseURL: process.env.MODEL_ACCESS_BASE_URL, maxRetries: 0 };
let pieces = 0;
for (const { text } of getBotResponseSync({ ...question, apiKey: "sk-mock-full" }, options)) pieces += text ? 1 : 0;
try {
  getBotResponseSync({ ...question, apiKey: "sk-mock-revoked" }, options).next();
} catch (error) {
  console.log(pieces > 1, error instanceof InvalidKeyError);
}
