import type { CallInit } from "../call/call.js";
import { callJSON } from "../call/call-json.js";
import type { PendingCall } from "../call/pending-call.js";
import type { Client } from "../client.js";
import { fileNameOf } from "../files/upload-form.js";
import type { CallOptions } from "../options/call-options.js";
import { checkParams, type NoParams, requireBody } from "../options/params.js";
import { serializePath } from "../raw/path-serializer.js";
import { formInit } from "../transport/form-body.js";
import type { Video, VideoCreateRequest, VideoExtendRequest, VideoRemixRequest } from "../types.js";
import { type ContentParams, downloadVideo } from "./video-content.js";
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
  const { requests } = client;
  const at = (id: string) => ({ params: { path: { video_id: id } }, pathSerializer: serializePath });

  function answer(
    options: CallOptions | undefined,
    request: (init: CallInit) => Promise<{ response: Response }>,
    model?: unknown,
  ): PendingCall<Video> {
    const isMember = (value: unknown) => typeof value === "string";
    return callJSON({ client, options, model, member: "status", isMember, request });
  }

  const start = (
    body: object,
    options: CallOptions | undefined,
    request: (init: CallInit) => Promise<{ response: Response }>,
  ) =>
    answer(
      options,
      (init) => {
        requireBody(body);
        return request(init);
      },
      (body as { model?: unknown } | undefined)?.model,
    );

  const retrieve: Videos["retrieve"] = (id, params, options) =>
    answer(options, (init) => {
      checkParams("videos.retrieve(id, ", params);
      return requests.GET("/v1/videos/{video_id}", { ...init, ...at(id) });
    });

  return {
    retrieve,
    create: (input, options) => start(input, options, (init) => requests.POST("/v1/videos", initOf(init, input))),
    content: (id, params, options = {}) => downloadVideo({ client, id, params, options }),
    remix: (id, body, options) =>
      start(body, options, (init) => requests.POST("/v1/videos/{video_id}/remix", { ...init, ...at(id), body })),
    extend: (body, options) =>
      start(body, options, (init) => requests.POST("/v1/videos/extensions", { ...init, body })),
    waitFor: (id, params, options = {}) =>
      waitForVideo({
        id,
        params,
        client,
        signal: options.signal,
        look: (signal) => retrieve(id, {}, { ...options, signal }),
      }),
  };
}

function initOf(init: CallInit, input: VideoCreateInput) {
  const { input_reference: file } = input;
  // A form has the fields of the JSON. Without a picture it is the request of the contract.
  return file instanceof Blob
    ? formInit(init, input, fileNameOf({ file }))
    : { ...init, body: input as VideoCreateRequest };
}
