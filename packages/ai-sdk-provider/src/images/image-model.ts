import type { ImageModelV4, ImageModelV4CallOptions, SharedV4Warning } from "@ai-sdk/provider";
import {
  convertBase64ToUint8Array,
  convertImageModelFileToDataUri,
  readResponseWithSizeLimit,
} from "@ai-sdk/provider-utils";
import { type ChatCompletionRequest, type Fetch, ModelAccessError } from "@model-access/sdk";
import type { ChatCompletions } from "@model-access/sdk/chat";
import { createModelCall, type ModelSettings } from "../model/model-call.js";
import { readOwnOptions } from "../model/prompt-parts.js";
import { readNumber, readObject, readObjects, readText } from "../model/read-json.js";

/** The settings of a media bot that makes images. */
export interface ImageModelSettings extends ModelSettings {
  /** `client.chat.completions`, or the result of `createChatCompletions` from `@model-access/sdk/chat`. */
  completions: ChatCompletions;
  /** Fetches the image, without the key. Defaults to the platform's `fetch`. */
  fetch?: Fetch | undefined;
}

const path = "/v1/chat/completions";
const maxBytes = 32 * 1024 * 1024;
const maxRedirects = 5;

/**
 * Creates an image model for a media bot. It calls the bot without streaming (R1.13) and fetches its image.
 *
 * @example
 * const model = createImageModel("GPT-Image-1", { completions: createChatCompletions(createClient()) });
 */
export function createImageModel(modelId: string, settings: ImageModelSettings): ImageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "modelAccess.image",
    modelId,
    maxImagesPerCall: 1,
    supportsFileInputs: true,
    supportsMaskInputs: false,

    async doGenerate(options) {
      const { abortSignal } = options;
      const { completions, fetch = globalThis.fetch } = settings;
      const call = createModelCall({ ...options, settings, modelId, path });
      const timestamp = new Date();
      const warnings: SharedV4Warning[] = [];
      const body = createBody(options, modelId, warnings);
      try {
        const { data, response } = await completions.create({ ...body, stream: false }, call.options).withResponse();
        const { message = "nothing" } = readObjects(readObject(data).choices)[0] ?? {};
        // An image may be in another member of the message.
        const text = readText(readObject(message).content) ?? JSON.stringify(message);
        const image = await fetchImage(text, { fetch: (url, init) => fetch(url, init), signal: abortSignal });
        const { inputTokens, outputTokens } = call.usage(data.usage);
        const counts = { inputTokens: inputTokens.total, outputTokens: outputTokens.total };
        const model = readText(data.model);
        return {
          images: [image],
          warnings,
          providerMetadata: {
            modelAccess: { images: [{ text, ...call.metadata({ model }).modelAccess }] },
          },
          response: { timestamp, modelId: model ?? modelId, headers: Object.fromEntries(response.headers) },
          usage: { ...counts, totalTokens: readNumber(readObject(data.usage).total_tokens) },
        };
      } catch (error) {
        throw call.createError(error, body);
      }
    },
  };
}

function createBody(
  options: ImageModelV4CallOptions,
  modelId: string,
  warnings: SharedV4Warning[],
): ChatCompletionRequest {
  const { prompt = "", files = [] } = options;
  for (const feature of ["size", "aspectRatio", "seed", "mask"] as const) {
    if (options[feature] === undefined) continue;
    const details = "A media bot has its own parameters for this; use .bot(name).";
    warnings.push({ type: "unsupported", feature, ...(feature === "seed" ? {} : { details }) });
  }
  const pictures = files.map((file) => ({
    type: "image_url" as const,
    image_url: { url: convertImageModelFileToDataUri(file) },
  }));
  const content = pictures.length === 0 ? prompt : [{ type: "text" as const, text: prompt }, ...pictures];
  return { model: modelId, messages: [{ role: "user", content }], ...readOwnOptions(options) };
}

/**
 * Fetches the image that a text names, without the key, or reads it from a data URL. Throws if the text names none, or
 * if it is larger than 32 MiB.
 */
async function fetchImage(
  text: string,
  { fetch, signal }: { fetch: Fetch; signal: AbortSignal | undefined },
): Promise<Uint8Array> {
  const address = findImageURL(text);
  const base64 = /^data:image\/[^,]*;base64,([\w+/=-]+)$/i.exec(address ?? "")?.[1];
  if (base64 !== undefined) return convertBase64ToUint8Array(base64);
  if (address === undefined || !URL.canParse(address)) {
    throw new ModelAccessError(`The reply names no image; it says: ${JSON.stringify(text.slice(0, 200))}`, made);
  }
  let url = new URL(address);
  for (let requests = 1; ; requests++) {
    // This machine is no place to be sent to.
    const mayBeLocal = requests === 1 && isLoopback(url.hostname);
    if (url.protocol !== "https:" && !(url.protocol === "http:" && mayBeLocal)) {
      const message = `The image is at ${url.protocol}//${url.host}, but only https images are fetched`;
      throw new ModelAccessError(message, made);
    }
    const response = await fetch(url.href, {
      ...(signal === undefined ? {} : { signal }),
      headers: { accept: "image/*" },
      credentials: "omit",
      // Each address is looked at before it is fetched.
      redirect: "manual",
    });
    const name = `${url.origin}${url.pathname}`;
    if (response.ok) return readResponseWithSizeLimit({ response, url: name, maxBytes });
    await response.body?.cancel();
    const location = response.headers.get("location") ?? "";
    if (requests > maxRedirects || Math.trunc(response.status / 100) !== 3 || !URL.canParse(location, url.href)) {
      const message = `GET ${name} answered ${response.status}; the image is charged, and a new call is charged again`;
      throw new ModelAccessError(message, made);
    }
    url = new URL(location, url.href);
  }
}

/** The image was generated and charged, even if its file can't be fetched. */
const made = { mayHaveBeenProcessed: "yes" } as const;

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);
}

/** Returns the URL of an image in the text of a media bot: of a Markdown image, else of a link, else a bare URL. */
function findImageURL(text: string): string | undefined {
  let opening: string | undefined;
  let linked: string | undefined;
  // Bracket by bracket, because a pattern of the whole link takes time that grows with the square of the text.
  for (const [bracket, url] of text.matchAll(/!?\[|\](?:\(\s*<?([^\s)>]+))?/g)) {
    if (!bracket.startsWith("]")) opening = opening === "![" ? opening : bracket;
    else {
      if (opening === "![" && url !== undefined) return url;
      if (opening !== undefined) linked ??= url;
      opening = undefined;
    }
  }
  return linked ?? /https?:\/\/[^\s<>"')\]]+/.exec(text)?.[0];
}
