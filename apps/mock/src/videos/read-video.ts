import { answerJson } from "../call.js";
import type { Handler } from "../handler.js";
import { type MediaFile, mediaTypeOfFile, readMedia } from "../media/media-file.js";
import { Refusal } from "../refusal.js";
import { findCompletedVideo, findVideo } from "./find-video.js";
import { isExpired } from "./video-state.js";

export const retrieveVideo: Handler = async ({ path }, context) => {
  return answerJson(await findVideo(path.video_id ?? "", context));
};

const pictures: Record<string, MediaFile> = { thumbnail: "thumbnail.webp", spritesheet: "spritesheet.jpg" };

export const downloadVideoContent: Handler = async ({ path, query }, context) => {
  const video = await findCompletedVideo(path.video_id ?? "", context);
  if (context.session.state.videos.example(video.id) === undefined && isExpired(video, context.session.clock.now())) {
    throw new Refusal("not_found", "The content of this video has expired.");
  }
  const file = pictures[query.variant ?? ""] ?? "video.mp4";
  return { status: 200, headers: { "content-type": mediaTypeOfFile(file) }, body: await readMedia(file) };
};
