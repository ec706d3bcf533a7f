export { createVideoModel, type VideoModelSettings } from "./video-model.js";
