import { callJSON } from "../call/call-json.js";
import type { PendingCall } from "../call/pending-call.js";
import type { Engine } from "../engine.js";
import type { CallOptions } from "../options/call-options.js";
import type { Model, ModelList } from "../types.js";

/** `client.models`. */
export interface Models {
  /** All models and public bots with their prices (R4.2); `id` is what goes into a request's `model`. */
  list(options?: CallOptions): PendingCall<ModelList>;
}

/** The models of a client. `onList` is told of every list that comes. */
export function createModels(
  engine: Engine,
  { onList }: { onList?: ((models: readonly Model[]) => void) | undefined } = {},
): Models {
  return {
    list: (options = {}) =>
      callJSON({
        engine,
        options,
        member: "data",
        request: () => engine.operations.GET("/v1/models"),
        finish(reply) {
          // The contract says what a list of models is, and its mark was found.
          const list = reply as ModelList;
          onList?.(list.data);
          return list;
        },
      }),
  };
}
