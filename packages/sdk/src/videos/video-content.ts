import { call } from "../call/call.js";
import { watchBody } from "../call/watch-body.js";
import type { Engine } from "../engine.js";
import { connectionFailure } from "../errors/connection-failure.js";
import type { CallOptions } from "../options/call-options.js";

/** What of a video to download. */
export type VideoVariant = "video" | "thumbnail" | "spritesheet";

const mediaTypes: Record<VideoVariant, string> = {
  video: "video/mp4",
  thumbnail: "image/webp",
  spritesheet: "image/jpeg",
};

interface ContentArguments {
  engine: Engine;
  id: string;
  variant: VideoVariant | undefined;
  options: CallOptions;
}

/** Downloads a video as it comes. A connection that is lost fails the body with a typed error. */
export async function downloadVideo({ engine, id, variant, options }: ContentArguments): Promise<Response> {
  const { exchange, link, deadlines } = await call({
    engine,
    options,
    accept: mediaTypes[variant ?? "video"],
    request: () =>
      engine.operations.GET("/v1/videos/{video_id}/content", {
        params: { path: { video_id: id }, query: variant === undefined ? {} : { variant } },
      }),
  });
  const { signal } = link;
  // A reader may take its time.
  let isAwaited = false;
  deadlines.countWhile(() => isAwaited);
  const typed = watchBody(exchange.body, {
    signal,
    onPull() {
      isAwaited = true;
      deadlines.onRead();
    },
    onChunk() {
      isAwaited = false;
      deadlines.enter("betweenContents");
    },
    onEnd() {
      deadlines.end();
      link.release();
    },
    toError: (cause) =>
      connectionFailure({ exchange, what: "lost its connection in the middle of the file", cause, signal }),
  });
  const { status, headers } = exchange.response;
  return new Response(typed, { status, headers });
}
