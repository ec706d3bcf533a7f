import {
  APICallError,
  type SharedV4Warning,
  type Experimental_VideoModelV4 as VideoModelV4,
  type Experimental_VideoModelV4CallOptions as VideoModelV4CallOptions,
} from "@ai-sdk/provider";
import { convertBase64ToUint8Array } from "@ai-sdk/provider-utils";
import type { VideoCreateInput, Videos, WaitParams } from "@model-access/sdk";
import { createModelCall, type ModelSettings, withoutUndefined } from "../model/model-call.js";
import { readTimestamp } from "../model/part-writer.js";
import { readOwnOptions } from "../model/prompt-parts.js";
import { readNumber, readObject, readText } from "../model/read-json.js";

/** The settings of a video model. */
export interface VideoModelSettings extends ModelSettings, WaitParams {
  /** `client.videos`, or the result of `createVideos` from `@model-access/sdk/videos`. */
  videos: Videos;
}

const path = "/v1/videos";

/**
 * Creates a video model. It starts a video, waits for it, and downloads its file.
 *
 * @example
 * const model = createVideoModel("Sora-2", { videos: createVideos(createClient()) });
 */
export function createVideoModel(modelId: string, settings: VideoModelSettings): VideoModelV4 {
  return {
    specificationVersion: "v4",
    provider: "modelAccess.video",
    modelId,
    maxVideosPerCall: 1,

    async doGenerate(options) {
      const { videos, baseURL: _, computePoints: __, ...wait } = settings;
      const call = createModelCall({ ...options, settings, modelId, path });
      const warnings: SharedV4Warning[] = [];
      const input = createInput(options, modelId, warnings);
      const { signal, headers } = call.options;
      // These only read, cost nothing, and may be retried.
      const looks = { signal, headers };
      try {
        const { data: created, response } = await videos.create(input, call.options).withResponse();
        const metadata = call.metadata({ model: readText(created.model), id: created.id });
        try {
          const video = await videos.waitFor(created.id, wait, looks);
          const file = await videos.content(created.id, {}, looks);
          const points = readNumber(readObject(video.usage).cost_points);
          return {
            videos: [
              {
                type: "binary",
                data: new Uint8Array(await file.arrayBuffer()),
                mediaType: file.headers.get("content-type")?.split(";")[0] ?? "video/mp4",
              },
            ],
            warnings,
            providerMetadata: {
              modelAccess: withoutUndefined({
                ...metadata.modelAccess,
                seconds: video.seconds,
                size: video.size,
                points,
              }),
            },
            response: {
              timestamp: readTimestamp(created.created_at).timestamp ?? new Date(),
              modelId: readText(created.model) ?? modelId,
              headers: Object.fromEntries(response.headers),
            },
          };
        } catch (error) {
          // Another call would start, and charge, another video.
          throw preventRetry(call.createError(error, input));
        }
      } catch (error) {
        throw call.createError(error, input);
      }
    },
  };
}

function preventRetry(error: unknown): unknown {
  return APICallError.isInstance(error) ? Object.assign(error, { isRetryable: false }) : error;
}

function createInput(options: VideoModelV4CallOptions, modelId: string, warnings: SharedV4Warning[]): VideoCreateInput {
  const { prompt = "", resolution, duration, image, frameImages = [], inputReferences = [] } = options;
  for (const feature of ["aspectRatio", "fps", "seed", "generateAudio"] as const) {
    if (options[feature] !== undefined) warnings.push({ type: "unsupported", feature });
  }
  const [first] = [
    image,
    ...frameImages.filter(({ frameType }) => frameType === "first_frame").map((frame) => frame.image),
    ...inputReferences,
  ].filter((file) => file !== undefined);
  if (frameImages.some(({ frameType }) => frameType === "last_frame")) {
    warnings.push({
      type: "unsupported",
      feature: "frameImages",
      details: "A video can have a first frame, but no last frame.",
    });
  }
  return {
    model: modelId,
    prompt,
    ...(duration === undefined ? {} : { seconds: duration }),
    ...(resolution === undefined ? {} : { size: resolution }),
    ...(first === undefined ? {} : { input_reference: createReference(first) }),
    ...readOwnOptions(options),
  };
}

function createReference(file: NonNullable<VideoModelV4CallOptions["image"]>): Blob | { image_url: string } {
  if (file.type === "url") return { image_url: file.url };
  const bytes = typeof file.data === "string" ? convertBase64ToUint8Array(file.data) : new Uint8Array(file.data);
  return new Blob([bytes], { type: file.mediaType });
}
