import type { CallArguments } from "../call/call.js";
import { callJSON } from "../call/call-json.js";
import type { PendingCall } from "../call/pending-call.js";
import type { Engine } from "../engine.js";
import type { CallOptions } from "../options/call-options.js";
import type { Video, VideoCreateRequest, VideoExtendRequest, VideoRemixRequest } from "../types.js";
import { downloadVideo, type VideoVariant } from "./video-content.js";
import { type WaitOptions, waitForVideo } from "./wait-for-video.js";

/** What to make a video of. A picture may be an address, an id, or the picture itself, which goes as a form. */
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
  /** How far a video is. */
  retrieve(id: string, options?: CallOptions): PendingCall<Video>;
  /** The file of a completed video, its thumbnail or its sprite sheet, as it comes. */
  content(id: string, options?: CallOptions & { variant?: VideoVariant | undefined }): Promise<Response>;
  /** Begins a video that changes a completed one. */
  remix(id: string, body: VideoRemixRequest, options?: CallOptions): PendingCall<Video>;
  /** Begins a video that goes on with a completed one. */
  extend(body: VideoExtendRequest, options?: CallOptions): PendingCall<Video>;
  /**
   * Looks at a video, less and less often, until it is completed. Throws a `VideoFailedError` when it failed. The
   * `timeouts` are those of each look; bound the whole wait by `signal: AbortSignal.timeout(…)`.
   */
  waitFor(id: string, options?: CallOptions & WaitOptions): Promise<Video>;
}

/** The videos of a client. */
export function createVideos(engine: Engine): Videos {
  const { operations } = engine;

  function answer(options: CallOptions, request: CallArguments["request"]): PendingCall<Video> {
    return callJSON({ engine, options, member: "status", isMember: (value) => typeof value === "string", request });
  }

  const retrieve: Videos["retrieve"] = (id, options = {}) =>
    answer(options, () => operations.GET("/v1/videos/{video_id}", { params: { path: { video_id: id } } }));

  return {
    retrieve,
    create: (input, options = {}) => {
      // A form has the fields of the JSON.
      const body = bodyOf(input) as VideoCreateRequest;
      return answer(options, () => operations.POST("/v1/videos", { body }));
    },
    content: (id, { variant, ...options } = {}) => downloadVideo({ engine, id, variant, options }),
    remix: (id, body, options = {}) =>
      answer(options, () =>
        operations.POST("/v1/videos/{video_id}/remix", { params: { path: { video_id: id } }, body }),
      ),
    extend: (body, options = {}) => answer(options, () => operations.POST("/v1/videos/extensions", { body })),
    waitFor: (id, options = {}) => waitForVideo({ ...options, id, engine, look: () => retrieve(id, options) }),
  };
}

function bodyOf(input: VideoCreateInput): object {
  if (!(input.input_reference instanceof Blob)) return input;
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) {
    if (value instanceof Blob) form.set(name, value);
    else if (value !== undefined && value !== null) form.set(name, String(value));
  }
  return form;
}
