import { type Fault, inAnswer, inError, inStream, named, without } from "./fault.ts";

const bot = (path: string) => path.startsWith("/bot/");

/** Videos, bots, files, and the service as a whole. */
export const otherFaults: Fault[] = [
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
  inAnswer(named("videos/any-key", "shows videos to any key", "videos/refused/wrong-key"), (answer, asked) => {
    if (asked.path.startsWith("/v1/videos") && answer.status === 401) answer.status = 404;
  }),
  inError(
    named("videos/code", "names another code for an unknown video", "videos/refused/unknown-video"),
    { status: 404, path: "/v1/videos/video_contract_tests_no_such_video" },
    (body) => {
      body.error.code = "no_such_video";
    },
  ),
  inAnswer(named("bots/no-done", "does not end a bot's answer", "bots/stream/complete"), (answer, asked) => {
    if (bot(asked.path) && answer.status === 200)
      inStream(named("", "", []), asked.path, without("done")).answer?.(answer, asked, {});
  }),
  inAnswer(
    named("bots/broken-json", "sends an event of a bot that is no JSON", "bots/stream/json"),
    (answer, asked) => {
      if (bot(asked.path) && answer.status === 200)
        inStream(named("", "", []), asked.path, (text) => text.replace('{"text"', '{"text')).answer?.(
          answer,
          asked,
          {},
        );
    },
  ),
  inAnswer(named("bots/no-event-lines", "names no events of a bot", "bots/stream/"), (answer, asked) => {
    if (bot(asked.path) && answer.status === 200)
      inStream(named("", "", []), asked.path, (text) => text.replaceAll(/^event: .*\n/gm, "")).answer?.(
        answer,
        asked,
        {},
      );
  }),
  inAnswer(named("bots/no-text", "answers for a bot without a text", "bots/stream/text"), (answer, asked) => {
    if (bot(asked.path) && answer.status === 200)
      inStream(named("", "", []), asked.path, without("text")).answer?.(answer, asked, {});
  }),
  inAnswer(named("bots/any-key", "lets any key query a bot", "bots/refused/wrong-key"), (answer, asked) => {
    if (bot(asked.path) && answer.status === 401) answer.status = 200;
  }),
  inAnswer(
    named("files/missing-200", "takes an upload without a file", "files/refused/missing-file"),
    (answer, asked) => {
      if (asked.path === "/v1/files" && answer.status === 400) answer.status = 200;
    },
  ),
  inAnswer(named("files/any-key", "takes uploads of any key", "files/refused/wrong-key"), (answer, asked) => {
    if (asked.path === "/v1/files" && answer.status === 401) answer.status = 400;
  }),
  inAnswer(named("service/redirect", "redirects chat elsewhere", "chat/reply/status"), (answer, asked) => {
    if (asked.path === "/v1/chat/completions")
      Object.assign(answer, {
        status: 308,
        headers: { location: "https://elsewhere.example/v1/chat/completions" },
        body: "",
      });
  }),
  inAnswer(named("service/options-500", "fails on OPTIONS", "service/options"), (answer, asked) => {
    if (asked.method === "OPTIONS") answer.status = 500;
  }),
  inAnswer(named("service/head-500", "fails on HEAD", "service/head"), (answer, asked) => {
    if (asked.method === "HEAD") answer.status = 500;
  }),
];
