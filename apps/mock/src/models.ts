import { type Model, type ModelList, responseOf } from "@model-access/contract";
import type { ApiRequest } from "./api-request.js";
import { Refusal } from "./refusal.js";

/** The models that the mock has: those of the contract's model list. */
export const models: Model[] = catalogue();

/** The bot that makes apps. It is there, but the interfaces for models can't reach it. */
const appCreationBot = "app-creator";

const messagesPath = "/v1/messages";

const advice = "GET /v1/models lists the models there are.";

const byName = new Map(models.flatMap((model) => namesOf(model).map((name) => [name.toLowerCase(), model])));
const byProviderName = new Map(models.flatMap((model) => namesOf(model).map((name) => [providerName(name), model])));

/** The model or bot of a name, in any form that one of the interfaces takes. */
export function findModel(name: string): Model | undefined {
  return byName.get(name.toLowerCase()) ?? byProviderName.get(providerName(name));
}

/** Refuses a request whose model or bot is not there, or can't be reached through its interface. */
export function checkModel({ operation, path, fields }: ApiRequest): void {
  const isBot = operation.operationId === "queryBot";
  const name = isBot ? path.bot_name : fields.model;
  if (typeof name !== "string") return;
  const refusal = operation.path === messagesPath ? messagesRefusal(name) : modelRefusal(name, isBot ? "bot" : "model");
  if (refusal !== undefined) throw refusal;
}

function modelRefusal(name: string, what: "bot" | "model"): Refusal | undefined {
  if (byName.has(name.toLowerCase())) return undefined;
  if (name.toLowerCase() === appCreationBot) {
    return new Refusal("model_not_supported", `The bot ${quoted(name)} cannot be used through this interface.`);
  }
  return new Refusal("model_not_found", `The ${what} ${quoted(name)} does not exist. ${advice}`);
}

function messagesRefusal(name: string): Refusal | undefined {
  const model = byProviderName.get(providerName(name));
  if (model?.supported_endpoints?.includes(messagesPath)) return undefined;
  const isThere = model !== undefined || name.toLowerCase() === appCreationBot;
  const why = isThere
    ? "is not an official model of the upstream provider. Use POST /v1/chat/completions for it."
    : `does not exist. ${advice}`;
  return new Refusal("model_not_found", `The model ${quoted(name)} ${why}`);
}

/** The one form of a provider's many: dots and hyphens mean the same, and a date may follow (R9.3). */
function providerName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(".", "-")
    .replace(/-\d{8}$/, "");
}

function namesOf({ id, metadata }: Model): string[] {
  return metadata?.display_name == null ? [id] : [id, metadata.display_name];
}

const quoted = (name: string) => `'${name.length > 80 ? `${name.slice(0, 80)}…` : name}'`;

function catalogue(): Model[] {
  const [example] = Object.values(responseOf("listModels", 200)?.mediaTypes["application/json"]?.examples ?? {});
  if (example === undefined) throw new Error("The contract has no example of a model list.");
  return (example.value as ModelList).data; // the contract's tests validate every example against its schema
}
