import { adminDocument } from "../generated/admin-document.js";

const { NewScriptedReply, NewFaultRule, LatencyRule } = adminDocument.components.schemas;

/** The things that have a price of their own. */
export const priced = ["prompt", "completion", "image", "request", "input_cache_read", "input_cache_write"] as const;

/** Names that a user gives. */
export const namePattern = "^[\\w.-]{1,64}$";

const text = { type: "string", minLength: 1 };
/** A name without an exclamation mark: text after one would be read as a fault. */
const modelName = { ...text, pattern: "^[^!]*$" };
const count = { type: "integer", minimum: 1 };
const price = { type: "number", minimum: 0 };
const modalities = { type: "array", items: { enum: ["text", "image", "video", "audio"] } };

const model = {
  description: { description: "What it is good at, in Markdown.", type: ["string", "null"] },
  owned_by: { ...text, description: "Its provider or owner." },
  architecture: {
    description: "What it takes and what it makes. Default text to text.",
    type: "object",
    required: ["input_modalities", "output_modalities"],
    properties: { input_modalities: modalities, output_modalities: modalities },
  },
  supported_endpoints: {
    description: "The paths that reach it. /v1/messages takes only models that list it.",
    type: "array",
    items: { type: "string" },
  },
  pricing: { description: "Prices as the model list has them: decimal texts in USD.", type: ["object", "null"] },
  points: {
    description: "Prices in points per token, and per request; those in USD are computed from them.",
    type: "object",
    properties: Object.fromEntries(priced.map((name) => [name, price])),
    additionalProperties: false,
  },
};

const part = {
  models: {
    description: "Models as the contract's model list has them; further members of it are taken too.",
    type: "array",
    items: {
      type: "object",
      required: ["id"],
      properties: { id: modelName, name: { ...modelName, description: "The bot name, with its capitals." }, ...model },
    },
  },
  bots: {
    description: "Bots, by name.",
    type: "array",
    items: {
      type: "object",
      required: ["name"],
      properties: {
        name: modelName,
        id: modelName,
        ...model,
        access: {
          description: "Listed; as if it were not there; or there, but not for the interfaces.",
          enum: ["public", "private", "app-creation"],
        },
        controls: {
          description:
            "The setting controls: the contract's ParameterControls, a list of SettingControl, or one of them.",
          type: ["object", "array"],
        },
      },
    },
  },
  keys: {
    description: "Keys by themselves. What is left out is as for sk-mock-full, but the account is one of its own.",
    type: "object",
    // What follows an at sign would be read as a session, what follows an exclamation mark as a fault.
    propertyNames: { pattern: "^[^\\s!@]+$" },
    additionalProperties: {
      type: "object",
      required: ["name"],
      properties: {
        name: { ...text, description: "The name that history and logs tell it by." },
        says: { ...text, description: "What it is for." },
        isRevoked: { description: "401 from everything.", type: "boolean" },
        hasPermission: { description: "If false, 403 from every operation.", type: "boolean" },
        account: {
          description:
            "The account that owns it: keys of one account share points and history. Default one of its own.",
          type: "string",
          pattern: namePattern,
        },
        points: {
          description: "The points that its account begins with; without them as --points says.",
          type: "integer",
          minimum: 0,
          maximum: 1e12,
        },
        requestsPerMinute: { ...count, description: "Its rate window." },
      },
      additionalProperties: false,
    },
  },
  replies: {
    description: "Scripted replies; the first that fits is given.",
    type: "array",
    items: NewScriptedReply,
  },
  faults: {
    description: "Faults that come without being asked for; the first that fits comes.",
    type: "array",
    items: NewFaultRule,
  },
  latencies: {
    description: "How fast replies come where that is not the mock's latency; the first that fits holds.",
    type: "array",
    items: LatencyRule,
  },
};

/**
 * JSON Schema (2020-12) of a world's data file, for editors; `model-access-mock schema` prints it. Models, controls and
 * bodies are judged by the contract besides.
 */
export const worldSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "A world of the Model Access mock",
  type: "object",
  properties: {
    $schema: { type: "string" },
    extends: {
      description: "What the file adds to: the mock's own models and keys (built-in, the default), or nothing.",
      enum: ["built-in", "none"],
    },
    ...part,
    worlds: {
      description: "Named variants that add to the rest of the file; the header x-mock-world chooses one.",
      type: "object",
      propertyNames: { pattern: "^(?!default$)[\\w.-]{1,64}$" },
      additionalProperties: { type: "object", properties: part, additionalProperties: false },
    },
  },
  additionalProperties: false,
};
