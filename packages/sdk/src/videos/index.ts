export type { ContentParams, VideoVariant } from "./video-content.js";
export { VideoFailedError } from "./video-failed-error.js";
export { createVideos, type VideoCreateInput, type Videos } from "./videos.js";
export type { WaitParams } from "./wait-for-video.js";
