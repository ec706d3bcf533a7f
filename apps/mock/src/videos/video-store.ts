import { operations, type Video } from "@model-access/contract";
import { createBoundedMap } from "../session/bounded-map.js";
import type { Promisable } from "../store/store.js";

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

/** The videos of a mock. An account reaches its own and those of the contract's examples. */
export interface VideoStore {
  add(account: string, job: VideoJob): Promisable<void>;
  find(account: string, id: string): Promisable<VideoJob | undefined>;
  /** A video of the contract's examples; they are there from the start and stay as they are. */
  example(id: string): Video | undefined;
}

const videosKept = 10_000;
const bytesKept = 64 * 1024 * 1024;

/** Videos in memory: the last ten thousand, fewer where their prompts are very long. */
export function createVideoStore(): VideoStore {
  const jobs = createBoundedMap<VideoJob>({
    entries: videosKept,
    bytes: bytesKept,
    sizeOf: ({ prompt }) => 2 * prompt.length,
  });
  const examples = createExampleVideos();
  const nameOf = (account: string, id: string) => `${id} ${account}`;

  return {
    add: (account, job) => jobs.set(nameOf(account, job.id), job),
    find: (account, id) => jobs.get(nameOf(account, id)),
    example: (id) => examples.get(id),
  };
}

/** The videos of the contract's examples by their ids. */
export function createExampleVideos(): ReadonlyMap<string, Video> {
  return new Map(exampleVideos().map((video) => [video.id, video]));
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
