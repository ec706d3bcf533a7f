import type { Video } from "@model-access/contract";
import { type Answer, answerJson } from "../call.js";
import type { Handler } from "../handler.js";
import { Refusal } from "../refusal.js";
import type { ApiRequest } from "../request/api-request.js";
import type { RequestContext } from "../request/request-context.js";
import { findCompletedVideo } from "./read-video.js";
import { videoAt } from "./video-state.js";
import { keptVideo, type VideoJob } from "./video-store.js";

const defaultSeconds = 8;
const defaultSize = "720x1280";
const longestSeconds = 120;

export const createVideo: Handler = async ({ fields, model: catalogued }, context) => {
  const model = textOf(fields.model);
  if (!catalogued?.architecture?.output_modalities?.includes("video")) {
    throw new Refusal(
      "invalid_parameter",
      "'model' is expected to be a model that makes videos; GET /v1/models shows which do.",
    );
  }
  const size = fields.size == null ? defaultSize : textOf(fields.size);
  return queue(context, {
    model,
    prompt: textOf(fields.prompt),
    seconds: secondsOf(fields) ?? defaultSeconds,
    size,
    remixedFrom: null,
  });
};

export const remixVideo: Handler = async ({ path, fields }, context) => {
  const source = await findCompletedVideo(path.video_id ?? "", context);
  return queue(context, { ...shapeOf(source), prompt: textOf(fields.prompt), remixedFrom: source.id });
};

/** Queues a continuation of a completed video; the length is that of the whole. */
export const extendVideo: Handler = async ({ fields }, context) => {
  const id = sourceId(fields);
  const source = id === undefined ? undefined : await findCompletedVideo(id, context);
  const shape = source === undefined ? { model: "Sora-2", seconds: 0, size: defaultSize } : shapeOf(source);
  const seconds = shape.seconds + (secondsOf(fields) ?? defaultSeconds);
  if (seconds > longestSeconds) {
    throw new Refusal(
      "invalid_parameter",
      `The extended video would have ${seconds} seconds; ${longestSeconds} is the most.`,
    );
  }
  return queue(context, { ...shape, seconds, prompt: textOf(fields.prompt), remixedFrom: null });
};

async function queue({ session, account }: RequestContext, shape: Omit<VideoJob, "id" | "createdMs">): Promise<Answer> {
  const job = { ...shape, id: session.makeId("video_", 16), createdMs: session.clock.now() };
  return {
    ...answerJson(videoAt(job, job.createdMs)),
    usage: { model: job.model, inputTokens: 0, outputTokens: 0 },
    kept: [keptVideo(account, job)],
  };
}

const shapeOf = ({ model, seconds, size }: Video) => ({ model, seconds: Number(seconds), size });

/** The id in `video.id` or in the form's `video[id]`; undefined where a file is given instead. */
function sourceId({ video, "video[id]": id }: ApiRequest["fields"]): string | undefined {
  if (typeof id === "string") return id;
  return typeof video === "object" && video !== null && "id" in video ? textOf(video.id) : undefined;
}

function secondsOf({ seconds }: ApiRequest["fields"]): number | undefined {
  return seconds == null ? undefined : Number(seconds);
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
