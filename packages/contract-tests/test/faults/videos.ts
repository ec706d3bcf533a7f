import { type Asked, type Body, editJson, type Fault, inAnswer, inError, isJson, named, refusal } from "./fault.ts";

const inVideo = (id: string, says: string, by: string, change: (video: Body) => void): Fault =>
  inAnswer(named(`videos/${id}`, says, by), (answer, asked) => {
    if (isVideo(asked) && answer.status === 200 && isJson(answer)) editJson(answer, change);
  });
const isVideo = ({ path }: Asked) => path.startsWith("/v1/videos");

const ordered = (name: string, change: (json: Body) => void): Fault => ({
  ...named(`videos/${name}-ignored`, `makes every video of the same ${name}`, "videos/created/as-ordered"),
  ask: ({ path, json }) => {
    if (path === "/v1/videos" && json?.[name] !== undefined) change(json);
    return undefined;
  },
});

/** Videos: a run follows one where dear calls are allowed. */
export const videoFaults: Fault[] = [
  inVideo("status-word", "calls a video running that is in progress", "videos/finished/states", (video) => {
    if (video.status === "in_progress") video.status = "running";
  }),
  inVideo("never-ends", "never completes a video", "videos/finished/completed", (video) => {
    if (video.status === "completed") Object.assign(video, { status: "in_progress", progress: 99 });
  }),
  {
    ...named("videos/no-prompt", "makes a video without a prompt", "videos/refused/no-prompt"),
    ask: ({ path, method, json }) => {
      if (path === "/v1/videos" && method === "POST" && json?.model !== undefined) json.prompt ??= "A cat.";
      return undefined;
    },
  },
  inVideo("progress-fraction", "says the progress of a video as a fraction", "videos/finished/completed", (video) => {
    video.progress /= 100;
  }),
  ordered("seconds", (json) => {
    json.seconds = "4";
  }),
  ordered("size", (json) => {
    delete json.size;
  }),
  {
    ...named("videos/absent", "lists models of videos and has none", "videos/advertised"),
    ask: ({ path }) => (path.startsWith("/v1/videos") ? refusal(404, "invalid_request_error", "not_found") : undefined),
  },
  inVideo("no-source", "does not say what a remix was made of", "videos/remixed/source", (video) => {
    video.remixed_from_video_id = null;
  }),
  {
    ...named("videos/content-open", "gives the content of a video to anyone", "videos/refused/content-wrong-key"),
    only: ["models", "videos"],
    ask: ({ path, headers }) => {
      if (path.endsWith("/content")) headers.authorization = "Bearer sk-mock-full";
      return undefined;
    },
  },
  {
    ...named("videos/of-anyone", "shows a video to other accounts", "videos/refused/other-accounts-key"),
    ask: ({ path, method, headers }) => {
      if (/^\/v1\/videos\/(?!.*no_such)/.test(path) && method === "GET") headers.authorization = "Bearer sk-mock-full";
      return undefined;
    },
  },
  inAnswer(
    named("videos/missing-200", "takes a video without a prompt", "videos/refused/missing-prompt"),
    (answer, asked) => {
      if (asked.path === "/v1/videos" && answer.status === 400) answer.status = 200;
    },
  ),
  inAnswer(named("videos/unknown-200", "has any video", "videos/refused/unknown-video"), (answer, asked) => {
    if (/^\/v1\/videos\/[^/]+$/.test(asked.path) && answer.status === 404) answer.status = 200;
  }),
  {
    ...named("videos/unknown-500", "fails on an unknown video's content", "videos/refused/unknown-content"),
    only: ["models", "videos"],
    answer: (answer, asked) => {
      if (asked.path.endsWith("/content") && answer.status === 404) answer.status = 500;
    },
  },
  {
    ...inAnswer(named("videos/any-key", "shows videos to any key", "videos/refused/wrong-key"), (answer, asked) => {
      if (asked.path.startsWith("/v1/videos") && answer.status === 401) answer.status = 404;
    }),
    only: ["models", "videos"],
  },
  inError(
    named("videos/code", "names another code for an unknown video", "videos/refused/unknown-video"),
    { status: 404, path: "/v1/videos/video_contract_tests_no_such_video" },
    (body) => {
      body.error.code = "no_such_video";
    },
  ),
  inVideo("created-ms", "says a video's times in milliseconds", "videos/created/created", (video) => {
    video.created_at *= 1000;
  }),
  inVideo("completed-ms", "says when a video was completed in milliseconds", "videos/finished/times", (video) => {
    if (video.completed_at) video.completed_at *= 1000;
  }),
  inVideo("completed-before", "completes a video before it was created", "videos/finished/times", (video) => {
    if (video.completed_at) video.completed_at = video.created_at - 60;
  }),
  inVideo("forgets-prompt", "says another prompt of a finished video", "videos/finished/kept", (video) => {
    if (video.status === "completed") video.prompt = "A video.";
  }),
  inVideo("extension-as-long", "makes no video longer than 12 seconds", "videos/extended/longer", (video) => {
    video.seconds = Math.min(12, video.seconds);
  }),
];
