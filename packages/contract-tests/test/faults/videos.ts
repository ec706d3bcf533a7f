import { gone, swap } from "./edit.ts";
import type { Fault } from "./fault.ts";
import { inAnswers, inAsked, inErrors, inReplies, inRequests, letIn, refused, refuses } from "./rows.ts";

const at = { ids: "videos/", in: "videos" } as const;
const only = ["models", "videos"];
const video = inReplies(at);
const isOne = (path: string) => path !== "/v1/videos";
const making = inRequests({ ...at, is: ({ path }) => !isOne(path) });

/** Videos: a run follows one where dear calls are allowed. */
export const videoFaults: Fault[] = [
  refuses({ ...at, is: ({ method, path }) => method === "POST" && path === "/v1/videos" })(
    "not-made",
    "makes no videos, and has the other ways to one",
    "videos/refused/missing-prompt",
    refused.notFound,
  ),
  refuses({ ...at, only, is: ({ path }) => path === "/v1/videos/extensions" })(
    "not-extended",
    "has no extensions of videos",
    ["videos/refused/missing-video", "videos/extended/status"],
    refused.notFound,
  ),
  video("status-word", "calls a video running that is in progress", "videos/finished/states", {
    status: swap("in_progress", "running"),
  }),
  video("never-ends", "never completes a video", "videos/finished/completed", (body) => {
    if (body.status === "completed") Object.assign(body, { status: "in_progress", progress: 99 });
  }),
  inRequests(at)(
    "no-prompt",
    "makes a video without a prompt",
    "videos/refused/no-prompt",
    (json, { path, method }) => {
      if (!isOne(path) && method === "POST" && json.model !== undefined) json.prompt ??= "A cat.";
    },
  ),
  video("progress-fraction", "says the progress of a video as a fraction", "videos/finished/completed", {
    progress: (percent) => percent / 100,
  }),
  making("seconds-ignored", "makes every video of the same seconds", "videos/created/as-ordered", {
    seconds: () => "4",
  }),
  making("size-ignored", "makes every video of the same size", "videos/created/as-ordered", { size: gone }),
  refuses(at)("absent", "lists models of videos and has none", "videos/advertised", refused.notFound),
  video("no-source", "does not say what a remix was made of", "videos/remixed/source", { remixed_from_video_id: null }),
  inAsked({ ...at, only })(
    "content-open",
    "gives the content to anyone",
    "videos/refused/content-wrong-key",
    (asked) => {
      if (asked.path.endsWith("/content")) letIn(asked);
    },
  ),
  inAsked(at)("of-anyone", "shows a video to other accounts", "videos/refused/other-accounts-key", (asked) => {
    if (isOne(asked.path) && !asked.path.includes("no_such") && asked.method === "GET") letIn(asked);
  }),
  inAnswers({ ...at, status: 400, is: ({ path }) => !isOne(path) })(
    "missing-200",
    "takes a video without a prompt",
    "videos/refused/missing-prompt",
    { status: 200 },
  ),
  inAnswers({ ...at, status: 404, is: ({ path }) => /^\/v1\/videos\/[^/]+$/.test(path) })(
    "unknown-200",
    "has any video",
    "videos/refused/unknown-video",
    { status: 200 },
  ),
  inAnswers({ ...at, only, status: 404, is: ({ path }) => path.endsWith("/content") })(
    "unknown-500",
    "fails on an unknown video's content",
    "videos/refused/unknown-content",
    { status: 500 },
  ),
  inAnswers({ ...at, only, status: 401 })("any-key", "shows videos to any key", "videos/refused/wrong-key", {
    status: 404,
  }),
  inErrors({ ...at, status: 404, is: ({ path }) => path.endsWith("/video_contract_tests_no_such_video") })(
    "code",
    "names another code for an unknown video",
    "videos/refused/unknown-video",
    { "error.code": "no_such_video" },
  ),
  video("created-ms", "says a video's times in milliseconds", "videos/created/created", {
    created_at: (seconds) => seconds * 1000,
  }),
  video("completed-ms", "says when a video was completed in milliseconds", "videos/finished/times", {
    completed_at: (seconds) => seconds && seconds * 1000,
  }),
  video("completed-before", "completes a video before it was created", "videos/finished/times", {
    completed_at: (seconds, { created_at: created }) => seconds && created - 60,
  }),
  video("forgets-prompt", "says another prompt of a finished video", "videos/finished/kept", (body) => {
    if (body.status === "completed") body.prompt = "A video.";
  }),
  video("extension-as-long", "makes no video longer than 12 seconds", "videos/extended/longer", {
    seconds: (seconds) => Math.min(12, seconds),
  }),
];
