import { operations } from "@model-access/contract";
import type { ApiRequest } from "./api-request.js";
import type { MakeId } from "./ids.js";
import { Refusal } from "./refusal.js";
import type { State } from "./state.js";

/** The ids of the videos in the contract's examples: they are there from the start. */
export function exampleVideos(): string[] {
  const responses = Object.values(operations).flatMap((operation) => Object.values(operation.responses));
  const examples = responses.flatMap(({ mediaTypes }) => Object.values(mediaTypes["application/json"]?.examples ?? {}));
  return examples
    .map(({ value }) => value)
    .filter(isVideo)
    .map(({ id }) => id);
}

/** Refuses a request about a video that is not there. */
export async function checkVideo({ path, fields }: ApiRequest, state: State): Promise<void> {
  const id = path.video_id ?? fields["video[id]"] ?? idIn(fields.video);
  if (typeof id !== "string" || (await state.hasVideo(id))) return;
  throw new Refusal("not_found", "There is no video of this id.");
}

/** A video of the examples, made the one of this request: asked for, it has the id asked for; new, an id of its own. */
export async function videoOf(
  example: object,
  { request, state, makeId }: { request: ApiRequest; state: State; makeId: MakeId },
): Promise<object> {
  if (!isVideo(example)) return example;
  const { operation, path } = request;
  if (operation.method === "GET") return { ...example, id: path.video_id };
  const id = makeId("video_", 16);
  await state.addVideo(id);
  return operation.operationId === "remixVideo"
    ? { ...example, id, remixed_from_video_id: path.video_id }
    : { ...example, id };
}

function idIn(video: unknown): unknown {
  return typeof video === "object" && video !== null && "id" in video ? video.id : undefined;
}

function isVideo(value: unknown): value is { id: string; object: "video" } {
  return typeof value === "object" && value !== null && "object" in value && value.object === "video";
}
