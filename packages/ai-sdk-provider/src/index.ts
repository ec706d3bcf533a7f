export { ModelAccessError } from "@model-access/sdk";
export type { ImageModelId, ModelId, VideoModelId } from "./model-ids.js";
export {
  createModelAccess,
  type ModelAccessProvider,
  type ModelAccessProviderOptions,
  modelAccess,
} from "./provider.js";
