import { operations, type Video } from "@model-access/contract";
import type { SessionStore } from "../session/session-store.js";
import type { KeptValue } from "../session/shelf.js";

/** A video that somebody asked for. What has become of it depends on the time alone. */
export interface VideoJob {
  id: string;
  model: string;
  prompt: string;
  seconds: number;
  size: string;
  createdMs: number;
  remixedFrom: string | null;
}

const nameOf = (account: string, id: string) => `${id} ${account}`;

/** The value that a session keeps of a video. */
export function keptVideo(account: string, job: VideoJob): KeptValue {
  return { shelf: "videos", name: nameOf(account, job.id), value: job, atMs: job.createdMs };
}

/** The videos of a session. An account reaches its own and those of the contract's examples. */
export type VideoStore = ReturnType<typeof createVideoStore>;

export function createVideoStore({ find }: Pick<SessionStore, "find">) {
  let examples: ReadonlyMap<string, Video> | undefined;

  return {
    find: async (account: string, id: string) => (await find("videos", nameOf(account, id))) as VideoJob | undefined, // by its shelf
    /** A video of the contract's examples; they are there from the start and stay as they are. */
    example(id: string) {
      examples ??= new Map(exampleVideos().map((video) => [video.id, video]));
      return examples.get(id);
    },
  };
}

/** Lists the videos of the examples. Of several with one id, the completed one counts. */
function exampleVideos(): Video[] {
  const responses = Object.values(operations).flatMap((operation) => Object.values(operation.responses));
  const values = responses
    .flatMap(({ mediaTypes }) => Object.values(mediaTypes["application/json"]?.examples ?? {}))
    .map(({ value }) => value)
    .filter(isVideo);
  return values.sort((a, b) => Number(a.status === "completed") - Number(b.status === "completed"));
}

function isVideo(value: unknown): value is Video {
  return typeof value === "object" && value !== null && "object" in value && value.object === "video";
}
