import { responseOf } from "@model-access/contract";
import type { Behaviour } from "../behaviour.js";
import { Refusal } from "../refusal.js";
import { findCompletedVideo, findVideo } from "./find-video.js";
import { isExpired } from "./video-state.js";

/** Tells what has become of a video. */
export const retrieveVideo: Behaviour = async ({ path }, context) => {
  const video = findVideo(path.video_id ?? "", context);
  return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(video) };
};

const mediaTypes: Record<string, string> = { thumbnail: "image/webp", spritesheet: "image/jpeg" };

/** Gives the file of a completed video, or a picture of it. The bytes are those of the contract's example. */
export const downloadVideoContent: Behaviour = async ({ path, query }, context) => {
  const video = findCompletedVideo(path.video_id ?? "", context);
  if (context.state.videos.example(video.id) === undefined && isExpired(video, context.clock.now())) {
    throw new Refusal("not_found", "The content of this video has expired.");
  }
  const mediaType = mediaTypes[query.variant ?? ""] ?? "video/mp4";
  const [example] = Object.values(responseOf("downloadVideoContent", 200)?.mediaTypes[mediaType]?.examples ?? {});
  return { status: 200, headers: { "content-type": mediaType }, body: Buffer.from(String(example?.value), "base64") };
};
