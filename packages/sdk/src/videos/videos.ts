import { Call, type CallInit } from "../call/call.js";
import { endingResponse } from "../call/ending-response.js";
import { callJSON, type PendingCall } from "../call/reply.js";
import type { Client } from "../client.js";
import { readFileName } from "../files/upload-form.js";
import type { CallOptions } from "../options/call-options.js";
import { checkParams, type NoParams, requireBody, requireClient } from "../options/check-options.js";
import { serializePath } from "../raw/path-serializer.js";
import { formInit } from "../transport/form-body.js";
import type { Video, VideoCreateRequest, VideoExtendRequest, VideoRemixRequest } from "../types.js";
import { type WaitParams, waitForVideo } from "./wait-for-video.js";

/**
 * The input that a video is made of. A picture may be an address, an id, or the picture itself, which goes as a form.
 */
export interface VideoCreateInput extends Omit<VideoCreateRequest, "input_reference"> {
  /** A picture to begin with. */
  input_reference?: VideoCreateRequest["input_reference"] | Blob;
}

/** `client.videos`. A video takes minutes: create, wait for it, get its content. */
export interface Videos {
  /**
   * Begins a video (R4.10). The answer comes at once; the video is queued then.
   *
   * @example
   * const { id } = await client.videos.create({ model: "Sora-2", prompt: "A paper boat drifts down a rainy street." });
   * await client.videos.waitFor(id);
   * const file = await client.videos.content(id);
   */
  create(input: VideoCreateInput, options?: CallOptions): PendingCall<Video>;
  /** Reads how far a video is. */
  retrieve(id: string, params?: NoParams, options?: CallOptions): PendingCall<Video>;
  /** Downloads the file of a completed video, its thumbnail or its sprite sheet, as it comes. */
  content(id: string, params?: ContentParams, options?: CallOptions): Promise<Response>;
  /** Starts a video that changes a completed one. */
  remix(id: string, body: VideoRemixRequest, options?: CallOptions): PendingCall<Video>;
  /** Starts a video that continues a completed one. */
  extend(body: VideoExtendRequest, options?: CallOptions): PendingCall<Video>;
  /**
   * Looks at a video, less and less often, until it is completed. Goes on after every answer that may be another the
   * next time, such as a 502 or a proxy's page, until `timeoutMs` or the signal ends the wait. Throws a
   * `VideoFailedError` when the video failed. The options are those of each look.
   */
  waitFor(id: string, params?: WaitParams, options?: CallOptions): Promise<Video>;
}

/** The videos of a client. */
export function createVideos(client: Client): Videos {
  requireClient(client);
  const { requests } = client;
  const reply = { client, member: "status", isMember: (value: unknown) => typeof value === "string" };
  const at = (id: string) => ({ params: { path: { video_id: id } }, pathSerializer: serializePath });

  function start(
    body: object,
    options: CallOptions | undefined,
    request: (init: CallInit) => Promise<{ response: Response }>,
  ): PendingCall<Video> {
    return callJSON({
      ...reply,
      options,
      model: (body as { model?: unknown } | undefined)?.model,
      request(init) {
        requireBody(body);
        return request(init);
      },
    });
  }

  const retrieve: Videos["retrieve"] = (id, params, options) =>
    callJSON({
      ...reply,
      options,
      request(init) {
        checkParams("videos.retrieve(id, ", params);
        return requests.GET("/v1/videos/{video_id}", { ...init, ...at(id) });
      },
    });

  return {
    retrieve,
    create: (input, options) => start(input, options, (init) => requests.POST("/v1/videos", createInit(init, input))),
    async content(id, params, options = {}) {
      const { variant } = params ?? {};
      const call = new Call({ client, options, accept: mediaTypes[variant ?? "video"] });
      await call.open((init) => {
        checkParams("videos.content(id, ", params, ["variant"]);
        const query = variant === undefined ? {} : { variant };
        const place = at(id);
        const all = { ...init, ...place, params: { ...place.params, query } };
        return requests.GET("/v1/videos/{video_id}/content", all);
      });
      return endingResponse(call, { what: "lost its connection in the middle of the file" });
    },
    remix: (id, body, options) =>
      start(body, options, (init) => requests.POST("/v1/videos/{video_id}/remix", { ...init, ...at(id), body })),
    extend: (body, options) =>
      start(body, options, (init) => requests.POST("/v1/videos/extensions", { ...init, body })),
    waitFor: (id, params, options = {}) =>
      waitForVideo({
        id,
        params,
        client,
        signal: options?.signal,
        look: (signal) => retrieve(id, {}, { ...options, signal }),
      }),
  };
}

function createInit(init: CallInit, input: VideoCreateInput) {
  const { input_reference: file } = input;
  // A form has the fields of the JSON. Without a picture it is the request of the contract.
  return file instanceof Blob
    ? formInit(init, input, readFileName({ file }))
    : { ...init, body: input as VideoCreateRequest };
}

/** The part of a video to download. */
export type VideoVariant = "video" | "thumbnail" | "spritesheet";

const mediaTypes: Record<VideoVariant, string> = {
  video: "video/mp4",
  thumbnail: "image/webp",
  spritesheet: "image/jpeg",
};

/** The part of a video to download. */
export interface ContentParams {
  /** The video itself by default. */
  variant?: VideoVariant | undefined;
}
