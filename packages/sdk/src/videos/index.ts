export { type ContentParams, createVideos, type VideoCreateInput, type Videos, type VideoVariant } from "./videos.js";
export { VideoFailedError, type WaitParams } from "./wait-for-video.js";
