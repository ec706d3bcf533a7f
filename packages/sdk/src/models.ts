import type { CallOptions } from "./call.js";
import { callJSON } from "./call-json.js";
import type { Engine } from "./engine.js";
import type { ModelList } from "./types.js";

/** `client.models`. */
export interface Models {
  /** All models and public bots with their prices (R4.2); `id` is what goes into a request's `model`. */
  list(options?: CallOptions): Promise<ModelList>;
}

/** The models of a client. */
export function createModels(engine: Engine): Models {
  return {
    list: (options = {}) =>
      callJSON({ engine, options, member: "data", start: (init) => engine.raw.GET("/v1/models", init) }),
  };
}
