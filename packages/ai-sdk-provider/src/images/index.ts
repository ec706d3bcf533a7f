export { createImageModel, type ImageModelSettings } from "./image-model.js";
