export { ModelAccessError } from "@model-access/sdk";
export {
  createModelAccess,
  type ImageModelId,
  type ModelAccessProvider,
  type ModelAccessProviderOptions,
  type ModelId,
  modelAccess,
  type VideoModelId,
} from "./provider.js";
