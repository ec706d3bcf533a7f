import { Call } from "../call/call.js";
import { endingResponse } from "../call/ending-response.js";
import type { Client } from "../client.js";
import type { CallOptions } from "../options/call-options.js";
import { checkParams } from "../options/params.js";
import { serializePath } from "../raw/path-serializer.js";

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

interface ContentArguments {
  client: Client;
  id: string;
  params: ContentParams | undefined;
  options: CallOptions;
}

/** Downloads a video as it comes. A connection that is lost fails the body with a typed error. */
export async function downloadVideo({ client, id, params, options }: ContentArguments): Promise<Response> {
  const variant = params?.variant;
  const call = new Call({ client, options, accept: mediaTypes[variant ?? "video"] });
  await call.open((init) => {
    checkParams("videos.content(id, ", params, ["variant"]);
    return client.requests.GET("/v1/videos/{video_id}/content", {
      ...init,
      pathSerializer: serializePath,
      params: { path: { video_id: id }, query: variant === undefined ? {} : { variant } },
    });
  });
  return endingResponse(call, { what: "lost its connection in the middle of the file" });
}
