import { call } from "../call.js";
import type { CallOptions } from "../call-options.js";
import type { Engine } from "../engine.js";
import { connectionFailure } from "../errors/connection-failure.js";
import { watchBody } from "../watch-body.js";

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
  const { exchange, body, link, deadlines } = await call({
    engine,
    options,
    accept: mediaTypes[variant ?? "video"],
    start: (init) =>
      engine.raw.GET("/v1/videos/{video_id}/content", {
        params: { path: { video_id: id }, query: variant === undefined ? {} : { variant } },
        ...init,
      }),
  });
  const { signal } = link;
  const reader = watchBody(body, {
    signal,
    onChunk: () => deadlines.onContent(),
    onEnd() {
      deadlines.end();
      link.release();
    },
  }).getReader();
  const typed = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const part = await reader.read();
          if (part.done) controller.close();
          else controller.enqueue(part.value);
        } catch (cause) {
          const what = "lost its connection in the middle of the file";
          controller.error(connectionFailure({ exchange, what, cause, signal }));
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  const { status, headers } = exchange.response;
  return new Response(typed, { status, headers });
}
