import type { Model } from "@model-access/contract";
import { Refusal } from "../refusal.js";
import type { ApiRequest } from "../request/api-request.js";
import { defaultOwner } from "./complete-model.js";

export interface CatalogueEntry {
  model: Model;
  /**
   * `public` is listed. `private` is as if it were not there (R1.10); `app-creation` is there, but not for the
   * interfaces (R1.11).
   */
  access: "public" | "private" | "app-creation";
  /** The setting controls of a bot, as its document has them; absent where it has none. */
  controls?: unknown;
}

const messagesPath = "/v1/messages";

const advice = "GET /v1/models lists the available models.";

export type Catalogue = ReturnType<typeof createCatalogue>;

export function createCatalogue(entries: readonly CatalogueEntry[]) {
  const byName = index(entries, (name) => name.toLowerCase());
  const byProviderName = index(entries, providerName);
  const upstreamOwners = new Set(
    entries.filter(({ model }) => isOnMessages(model)).map(({ model }) => model.owned_by?.toLowerCase()),
  );
  upstreamOwners.delete(defaultOwner);

  return {
    entries,
    /** Those that the model list shows. */
    models: entries.filter(({ access }) => access === "public").map(({ model }) => model),
    /** The model or bot of a name, in any form that one of the interfaces takes. */
    find: (name: string) => (byName.get(name.toLowerCase()) ?? byProviderName.get(providerName(name)))?.model,
    /**
     * The model that a request is for; undefined where it names none. Refuses a model that is not there, or can't be
     * reached through its interface.
     */
    check({ operation, path, fields }: Pick<ApiRequest, "operation" | "path" | "fields">) {
      const isBot = operation.operationId === "queryBot";
      const name = isBot ? path.bot_name : fields.model;
      if (typeof name !== "string") return undefined;
      return operation.path === messagesPath ? messagesModel(name) : plainModel(name, isBot ? "bot" : "model");
    },
  };

  function plainModel(name: string, what: "bot" | "model"): Model {
    const entry = byName.get(name.toLowerCase());
    if (entry?.access === "public") return entry.model;
    if (entry?.access === "app-creation") {
      throw new Refusal("model_not_supported", `The bot ${quoted(name)} cannot be used through this interface.`);
    }
    throw new Refusal("model_not_found", `The ${what} ${quoted(name)} does not exist. ${advice}`);
  }

  function messagesModel(name: string): Model {
    const entry = byProviderName.get(providerName(name));
    if (entry?.access === "public" && isUpstream(entry.model)) return entry.model;
    const isThere = entry !== undefined && entry.access !== "private";
    const why = isThere
      ? "is not an official model of the upstream provider. Use POST /v1/chat/completions for it."
      : `does not exist. ${advice}`;
    throw new Refusal("model_not_found", `The model ${quoted(name)} ${why}`);
  }

  /** An empty list of paths says nothing: then a model of the provider's is one of those that messages take (R2.11). */
  function isUpstream(model: Model): boolean {
    const { supported_endpoints: paths = [], owned_by: owner = "" } = model;
    return isOnMessages(model) || (paths.length === 0 && upstreamOwners.has(owner.toLowerCase()));
  }
}

const isOnMessages = ({ supported_endpoints: paths = [] }: Model) => paths.includes(messagesPath);

/** True where a model or bot goes by this name, in capitals or not. */
export function isNamed(model: Model, name: string): boolean {
  return namesOf(model).some((own) => own.toLowerCase() === name.toLowerCase());
}

/** True where a model or bot is meant by this name, in any form that one of the interfaces takes. */
export function isCalled(model: Model, name: string): boolean {
  return namesOf(model).some((own) => providerName(own) === providerName(name));
}

/** The one form of a provider's many: dots and hyphens mean the same, and a date may follow (R9.3). */
function providerName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(".", "-")
    .replace(/-20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/, "");
}

function index(entries: readonly CatalogueEntry[], form: (name: string) => string): Map<string, CatalogueEntry> {
  return new Map(entries.flatMap((entry) => namesOf(entry.model).map((name) => [form(name), entry])));
}

function namesOf({ id, metadata }: Model): string[] {
  return metadata?.display_name == null ? [id] : [id, metadata.display_name];
}

const quoted = (name: string) => `'${name.length > 80 ? `${name.slice(0, 80)}…` : name}'`;
