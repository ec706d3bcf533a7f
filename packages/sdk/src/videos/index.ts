export type { VideoVariant } from "./video-content.js";
export { VideoFailedError } from "./video-failed-error.js";
export { createVideos, type VideoCreateInput, type Videos } from "./videos.js";
export type { WaitOptions } from "./wait-for-video.js";
