import { callJSON, type PendingCall } from "../call/reply.js";
import type { Client } from "../client.js";
import type { CallOptions } from "../options/call-options.js";
import { checkParams, type NoParams, requireClient } from "../options/check-options.js";
import type { Model, ModelList } from "../types.js";

/** `client.models`. */
export interface Models {
  /** Lists all models and public bots with their prices (R4.2); use a model's `id` as the `model` of a request. */
  list(params?: NoParams, options?: CallOptions): PendingCall<ModelList>;
}

/** Returns the models of a client. */
export function createModels(client: Client): Models {
  requireClient(client);
  return {
    list: (params, options) =>
      callJSON({
        client,
        options,
        member: "data",
        request(init) {
          checkParams("models.list(", params);
          return client.requests.GET("/v1/models", init);
        },
        finish(reply) {
          // The contract says what a list of models is, and its mark was found.
          const list = reply as ModelList;
          for (const model of list.data) rememberMedia(client, model);
          return list;
        },
      }),
  };
}

/** Takes note of a media bot, of which the client's log warns. What comes over the wire is judged, not trusted. */
function rememberMedia({ learned }: Client, model: Model | null): void {
  const outputs: unknown = model?.architecture?.output_modalities;
  if (!Array.isArray(outputs) || outputs.length === 0 || outputs.includes("text")) return;
  for (const name of [model?.id, model?.metadata?.display_name]) learned.mediaModels.add(String(name).toLowerCase());
}
