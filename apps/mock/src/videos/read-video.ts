import type { Video } from "@model-access/contract";
import { answerJson } from "../call.js";
import type { Handler } from "../handler.js";
import { type MediaFile, mediaTypeOfFile, readMedia } from "../media/media-file.js";
import { Refusal } from "../refusal.js";
import type { RequestContext } from "../request/request-context.js";
import { isExpired, videoAt } from "./video-state.js";

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

/** The video of this id as it is now; 404 where the account of the key has none. */
export async function findVideo(id: string, { session: { state, clock }, account }: RequestContext): Promise<Video> {
  const job = await state.videos.find(account, id);
  const video = job === undefined ? state.videos.example(id) : videoAt(job, clock.now());
  if (video === undefined) throw new Refusal("not_found", "There is no video of this id.");
  return video;
}

/** The same, where only a completed one will do. */
export async function findCompletedVideo(id: string, context: RequestContext): Promise<Video> {
  const video = await findVideo(id, context);
  if (video.status === "completed") return video;
  const why =
    video.status === "failed"
      ? "The video has failed; create another one."
      : `The video is ${String(video.status).replace("_", " ")}; wait until it is completed.`;
  throw new Refusal("invalid_parameter", why);
}
