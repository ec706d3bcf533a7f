import { contractSuite } from "../../src/vitest.js";

contractSuite({
  baseURL: process.env.MODEL_ACCESS_BASE_URL ?? "",
  apiKey: process.env.MODEL_ACCESS_API_KEY ?? "",
  only: ["models", "chat/reply", "bots"],
  strict: process.env.STRICT === "true",
  baseline: JSON.parse(process.env.BASELINE ?? "[]"),
});
