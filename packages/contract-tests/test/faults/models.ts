import { type Body, type Fault, inReply, named, paths } from "./fault.ts";

/** False statements of a model list about its models. */
export const modelFaults: Fault[] = [
  inReply(
    named("models/first-page", "lists five models and says that there are more", "models/list/whole"),
    paths.models,
    (body) => {
      body.has_more = true;
    },
  ),
  inReply(
    named("models/price-of-a-million", "lists the prices of a million tokens", "models/list/per-token"),
    paths.models,
    (body) => {
      for (const { pricing } of body.data)
        for (const name of ["prompt", "completion"]) if (pricing?.[name]) pricing[name] = String(1e6 * pricing[name]);
    },
  ),
  inReply(
    named("models/no-pictures", "lists no model that takes pictures", "models/list/pictures"),
    paths.models,
    (body) => {
      for (const { architecture } of body.data) if (architecture) architecture.input_modalities = ["text"];
    },
  ),
  inReply(
    named("models/none-for-messages", "has messages, and lists no model for them", "models/list/for-messages"),
    paths.models,
    (body) => {
      body.data = body.data.filter((model: Body) => !model.supported_endpoints?.includes(paths.messages));
    },
  ),
];
