import { ModelAccessError } from "../errors/model-access-error.js";
import type { Video } from "../types.js";

/** The service could not make a video. `code` and `type` are the service's words for it. */
export class VideoFailedError extends ModelAccessError {
  readonly #video: Video;

  constructor(video: Video) {
    const { code, message, type } = video.error ?? {};
    super(`The video ${video.id} failed${message ? `: ${message.replace(/\.$/, "")}` : ""}; make it again`, {
      code: code ?? undefined,
      type: type ?? undefined,
      mayHaveBeenProcessed: "yes",
    });
    this.#video = video;
  }

  /** The video as it is. It is not printed with the error, because it has the prompt in it. */
  get video(): Video {
    return this.#video;
  }

  override get name(): string {
    return "VideoFailedError";
  }
}
