import { clauseOf } from "../errors/error-object.js";
import { ModelAccessError } from "../errors/model-access-error.js";
import { textIn } from "../stream/json-fields.js";
import type { Video } from "../types.js";

/** The service could not make a video. `code` and `type` are the service's words for it. */
export class VideoFailedError extends ModelAccessError {
  readonly #video: Video;

  constructor(video: Video) {
    const { code, message, type } = video.error ?? {};
    // What comes over the wire is judged, not trusted.
    const said = textIn(message);
    super(`The video ${video.id} failed${said ? `: ${clauseOf(said)}` : ""}; make it again`, {
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
