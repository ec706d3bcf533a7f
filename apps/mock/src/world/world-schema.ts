import { adminDocument } from "../generated/admin-document.js";

export const priced = ["prompt", "completion", "image", "request", "input_cache_read", "input_cache_write"] as const;

export const namePattern = "^[\\w.-]{1,64}$";

/**
 * JSON Schema (2020-12) of a world's data file, for editors; `model-access-mock schema` prints it. Models, controls and
 * bodies are judged by the contract besides.
 */
export const worldSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "A world of the Model Access mock",
  ...adminDocument.components.schemas.DataFile,
};
