import type {
  JSONObject,
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4FunctionTool,
  LanguageModelV4ToolResultPart,
  SharedV4ProviderOptions,
  SharedV4Warning,
} from "@ai-sdk/provider";
import { UnsupportedFunctionalityError } from "@ai-sdk/provider";
import { convertToBase64, getTopLevelMediaType, resolveFullMediaType } from "@ai-sdk/provider-utils";
import { parseObject } from "./read-json.js";

/** Returns the options that are only for this provider. */
export function readOwnOptions({
  providerOptions,
}: {
  providerOptions?: SharedV4ProviderOptions | undefined;
}): JSONObject & { [name: string]: JSONObject[string] | undefined } {
  return providerOptions?.modelAccess ?? {};
}

/** A file of a prompt: its address, its text, or its bytes in base64 with their media type. */
export type PromptFile = { isImage: boolean; filename: string | undefined } & (
  | { url: string; text?: undefined; base64?: undefined }
  | { text: string; url?: undefined; base64?: undefined }
  | { base64: string; mediaType: string; url?: undefined; text?: undefined }
);

/** Reads a file of a prompt. */
export function readFile(part: Pick<LanguageModelV4FilePart, "data" | "mediaType" | "filename">): PromptFile {
  const { data, mediaType, filename } = part;
  const base = { isImage: getTopLevelMediaType(mediaType) === "image", filename };
  switch (data.type) {
    case "url":
      return { ...base, url: data.originalUrl ?? data.url.href };
    case "text":
      return { ...base, text: data.text };
    case "data":
      return {
        ...base,
        base64: convertToBase64(data.data),
        mediaType: resolveFullMediaType({ part: { type: "file", ...part } }),
      };
    case "reference":
      throw new UnsupportedFunctionalityError({ functionality: "files by reference; pass the file or its address" });
  }
}

/** A file as one address: its own, or a data URL. */
export function createFileURL(file: PromptFile & { text?: undefined }): string {
  return file.url ?? `data:${file.mediaType};base64,${file.base64}`;
}

/** Returns the input of a replayed call as an object, as upstream requires it; any other value is a member of it. */
export function readInputObject(input: unknown): JSONObject {
  if (input == null || (typeof input === "string" && input.trim() === "")) return {};
  return parseObject(input) ?? { rawInvalidInput: input as JSONObject[string] }; // it was JSON
}

/** Returns the format of a reply in JSON; `named` places the schema with its name and description. */
export function createFormat(
  { responseFormat }: LanguageModelV4CallOptions,
  named: (schema: object) => object,
): object | undefined {
  if (responseFormat?.type !== "json") return undefined;
  const { schema, name = "response", description } = responseFormat;
  if (schema === undefined) return { type: "json_object" };
  return { type: "json_schema", ...named({ name, description, schema }) };
}

/** Returns the result of a tool as one text. */
export function readResultText({ output }: LanguageModelV4ToolResultPart): string {
  switch (output.type) {
    case "text":
    case "error-text":
      return output.value;
    case "execution-denied":
      return output.reason ?? "The user denied the call of this tool.";
    case "content":
      return output.value.every((part) => part.type === "text")
        ? output.value.map((part) => part.text).join("\n")
        : JSON.stringify(output.value);
    default:
      // A value that is undefined has no JSON.
      return JSON.stringify(output.value ?? null);
  }
}

/** Returns the functions among the tools, if there are any, and warns about the others. */
export function selectFunctions(
  { tools = [] }: LanguageModelV4CallOptions,
  warnings: SharedV4Warning[],
): LanguageModelV4FunctionTool[] | undefined {
  for (const tool of tools) {
    if (tool.type === "provider") {
      warnings.push({ type: "unsupported", feature: `provider-defined tool ${tool.id}` });
    }
  }
  const functions = tools.filter((tool) => tool.type === "function");
  return functions.length === 0 ? undefined : functions;
}

const knownSettings = [
  "maxOutputTokens",
  "temperature",
  "topP",
  "topK",
  "presencePenalty",
  "frequencyPenalty",
  "seed",
  "stopSequences",
] as const;
type Setting = (typeof knownSettings)[number];

/** The settings that an interface lacks, takes and ignores, or knows by a name of its own. */
export interface SettingNames {
  lacks: readonly Setting[];
  ignores?: readonly Setting[];
  names?: Partial<Record<Setting, string>>;
}

/** Returns the settings of a call by their names in the interface. Warns about those that it lacks or ignores. */
export function createSettings(
  options: LanguageModelV4CallOptions,
  warnings: SharedV4Warning[],
  { lacks, ignores = [], names = {} }: SettingNames,
): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const feature of knownSettings) {
    if (options[feature] === undefined) continue;
    const isLacking = lacks.includes(feature);
    if (isLacking || ignores.includes(feature)) warnings.push({ type: "unsupported", feature });
    const name = names[feature] ?? feature.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (!isLacking) settings[name] = options[feature];
  }
  return settings;
}
