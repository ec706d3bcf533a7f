import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Refusal } from "../refusal.js";
import type { ApiRequest } from "./api-request.js";

/** Of a file that never changes; reading it takes 20 ms, which a suite with a mock for each test would pay each time. */
let known: Promise<Set<string>> | undefined;

/** Looks for custom parameters of a chat completion, which have no effect there (R1.9): refuses them, or says so. */
export async function checkCustomParameters(
  { operation, fields }: ApiRequest,
  { isStrict, note }: CustomParameterOptions,
): Promise<void> {
  if (operation.operationId !== "createChatCompletion") return;
  known ??= readMembers();
  const members = await known;
  for (const name in fields) {
    if (members.has(name)) continue;
    const sentence = `The custom parameter '${name.slice(0, 80)}' has no effect.`;
    if (isStrict) throw new Refusal("invalid_parameter", sentence);
    note(sentence);
  }
}

interface CustomParameterOptions {
  isStrict: boolean;
  note: (sentence: string) => void;
}

interface Bundle {
  components: { schemas: { ChatCompletionRequest: { properties: object } } };
}

/** The members of the request that the contract lists; a custom parameter is none of them. */
async function readMembers(): Promise<Set<string>> {
  const file = createRequire(import.meta.url).resolve("@model-access/contract/bundles/openapi.json");
  const { components } = JSON.parse(await readFile(file, "utf8")) as Bundle; // the contract's build makes it so
  return new Set(Object.keys(components.schemas.ChatCompletionRequest.properties));
}
