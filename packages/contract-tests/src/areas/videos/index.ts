// One story from the order of a video to what is made of it, so that the file is long.
import type { ModelParameter, VideoCreateRequest } from "@model-access/contract";
import { type Area, optionalArea } from "../../area.js";
import { bodyOf } from "../../checks/reply.js";
import { judgeTime } from "../../checks/time.js";
import type { Call, CannotCall, Facts } from "../../exchange.js";
import { balanceIn } from "../../reading/account-reading.js";
import { chooseVideoModel, isAdvertised, recordNamed } from "../../reading/choose-model.js";
import { listAt } from "../../reading/joined-text.js";
import { sentIn } from "../../reading/said.js";
import { told } from "../../reading/told.js";
import { madeUpKeys } from "../../requests/invalid-request.js";
import { skip, story } from "../../story.js";
import { mediaTypeOf } from "../../wire/wire.js";
import { noPoints, noPointsBalance } from "../keys/kinds.js";
import { listCall } from "../models/list.js";
import { finalStates, judgeCompleted, judgeKept, standsStillFor, states, videoIn } from "./progress.js";

/** Times the number of the reading, up to the longest: the first ones come soon, the later ones every ten seconds. */
const pollMs = 2_000;
const longestPollMs = 10_000;

/** More readings than any wait that a caller sets is likely to have room for. */
const mostReadings = 1_000;

/** More points than are left to an account that can't pay for a completion. */
const mostWithoutPoints = 100;

const prompt = "A white dot on a black ground.";

/** The specification shows no path of this interface (R4.10), so that no rule on it can be a must. */
const about = { requirements: ["R1.6", "R4.10"], provenance: "observed" as const };

const { call, refused, reply, answered, rule, ...videos } = story("videos", about);

/** Making a video is dear, so that unasked only calls which a service has to refuse are made. */
const ofNone = { path: { video_id: "video_contract_tests_no_such_video" } };

const missingPrompt = refused(
  "refused/missing-prompt",
  {
    operationId: "createVideo",
    says: "a video without model and prompt",
    // Where one way to make videos is there, the others are, too.
    confirmAbsent: () => ({ operationId: "extendVideo", json: {} }),
    call: { json: {} },
  },
  { reason: "missingField", ...about },
);

refused(
  "refused/missing-video",
  { operationId: "extendVideo", says: "an extension without video and prompt", priority: 7, call: { json: {} } },
  { reason: "missingField", ...about },
);

// It lacks nothing but its prompt: where a body without anything makes a video, this one would make another.
refused(
  "refused/no-prompt",
  {
    operationId: "createVideo",
    says: "a video of a listed model without a prompt",
    allow: "dear",
    write: ({ modelList }) => withVideoModel(modelList, (model) => ({ model })),
  },
  { reason: "missingField", ...about, after: missingPrompt.id },
);

refused(
  "refused/unknown-video",
  { operationId: "retrieveVideo", says: "a request for a video that does not exist", call: ofNone },
  { reason: "unknownVideo", ...about },
);

refusedLate("unknown-content", 404, "a request for the content of a video that does not exist", {
  operationId: "downloadVideoContent",
  call: ofNone,
});

refusedLate("unknown-remix", 404, "a remix of a video that does not exist", {
  operationId: "remixVideo",
  call: { ...ofNone, json: { prompt } },
});

refusedLate("unknown-extension", 404, "an extension of a video that does not exist", {
  operationId: "extendVideo",
  call: { json: { video: { id: ofNone.path.video_id }, prompt } },
});

refused(
  "refused/wrong-key",
  {
    operationId: "retrieveVideo",
    says: "a request for a video with a key that does not exist",
    priority: madeUpKeys,
    call: { ...ofNone, key: "wrong" },
  },
  { reason: "wrongKey", ...about },
);

refusedLate("content-wrong-key", 401, "a request for the content of a video with a key that does not exist", {
  operationId: "downloadVideoContent",
  call: { ...ofNone, key: "wrong" },
});

rule(
  "advertised",
  "if the model list names the path of videos, they exist",
  { provenance: "inferred", reads: [listCall, missingPrompt], takesMissing: "absent", after: "models/list/usable" },
  (list, probe) =>
    probe === undefined &&
    isAdvertised(bodyOf(list?.reply), "/v1/videos") && {
      message: "The model list has models of /v1/videos, and there is nothing at that path.",
    },
);

const created = call("created", {
  operationId: "createVideo",
  says: "a video",
  isBilled: true,
  allow: "dear",
  write: ({ modelList }) =>
    withVideoModel(
      modelList,
      (model) => ({ model, prompt, ...orderOf(modelList, model) }) satisfies VideoCreateRequest,
    ),
});

reply(created);

rule("created/as-ordered", "a video has the length and the size that were asked for", (made) => {
  const [order, video] = [told<VideoCreateRequest>(sentIn(made)), videoIn(made)];
  for (const name of ["seconds", "size"] as const) {
    const [expected, actual] = [order[name], video[name]];
    if (expected === undefined || String(expected) === String(actual)) continue;
    const message = `The video was to have ${name} ${expected}, and has ${actual}.`;
    return { message, expected, actual, pointer: `/${name}` };
  }
  return undefined;
});

rule("created/created", "a video has its time in seconds, and about now", (video) =>
  judgeTime(videoIn(video).created_at, { pointer: "/created_at", reply: video.reply }),
);

const ofAnother = call("refused/other-accounts-key", {
  operationId: "retrieveVideo",
  says: "a request for a video with a key of another account",
  topic: "security",
  isValid: false,
  needs: [created.id],
  write: (facts) => ofVideo(facts, (id) => ({ path: { video_id: id }, key: "noPoints" })),
});

rule(
  "refused/other-accounts-key",
  "no other account sees a video",
  {
    requirements: [...about.requirements, "R5.1"],
    provenance: "inferred",
    level: "should",
    reads: [ofAnother, noPointsBalance],
    after: [noPoints.id, noPointsBalance.id],
  },
  (shown, balance) => {
    const status = shown.reply?.status ?? 0;
    if (status >= 400 && status < 500) return undefined;
    // A key of the same account is told the account's balance, which is not low.
    if (Number(balanceIn(balance) ?? mostWithoutPoints) >= mostWithoutPoints)
      return skip("The key without points may be one of the same account.");
    const message = `A video is shown to a key of another account: status ${status}.`;
    return { message, expected: 404, actual: status, exchange: shown };
  },
);

const finished = call("finished", {
  operationId: "retrieveVideo",
  says: "a request for the video until it is finished",
  needs: [created.id],
  repeat: {
    atMost: mostReadings,
    waitMs: pollMs,
    longestWaitMs: longestPollMs,
    mostWaitMs: ({ videoWaitMs }) => videoWaitMs,
    until: (reading, _facts, earlier) =>
      reading.status !== 200 ||
      finalStates.includes(String(videoIn(reading).status)) ||
      standsStillFor([...earlier, reading]) !== undefined,
  },
  write: (facts) => ofVideo(facts, (id) => ({ path: { video_id: id } })),
});

reply(finished);

const life = { reads: [finished, created] } as const;

rule(
  "finished/states",
  `a video has the status ${states.slice(0, -1).join(", ")} or ${states.at(-1)} whenever it is read`,
  life,
  (last, first) => {
    const seen = [first.reply, ...last.earlier, last.reply].map((each) => videoIn(each).status);
    const at = seen.findIndex((status) => !states.includes(String(status)));
    const [actual, expected] = [seen[at], states.join(", ")];
    const message = `The video's status was ${JSON.stringify(actual)}; a client that waits for its end knows none but ${expected}.`;
    return at !== -1 && { message, expected, actual: `${actual}`, pointer: "/status" };
  },
);

rule("finished/kept", "a video stays what it was ordered as: its prompt, length, size and time", life, judgeKept);

rule(
  "finished/times",
  "a video is completed after it was created, by times in seconds",
  { ...life, after: ["schema", "videos/created/created"] },
  (last, first) => {
    const [{ completed_at: at }, { created_at: from }] = [videoIn(last), videoIn(first)];
    const pointer = "/completed_at";
    const message = `The video was created at ${from}, and completed at ${at}.`;
    if (typeof from === "number" && typeof at === "number" && at < from) return { message, actual: at, pointer };
    return judgeTime(at, { pointer, reply: last.reply });
  },
);

rule(
  "finished/completed",
  "a video completes under the id that it was created with, and its progress does not go back",
  life,
  judgeCompleted,
);

const content = call("content", {
  operationId: "downloadVideoContent",
  says: "a request for the finished video's content",
  needs: [finished.id],
  write: (facts) => ofFinished(facts, (id) => ({ path: { video_id: id }, headers: { accept: "*/*" } })),
});

answered(content, "the content of a finished video is answered with status 200");

rule("content/bytes", "the content of a finished video is a video", ({ reply: file }) => {
  const [actual, length] = file === undefined ? ["", 0] : [mediaTypeOf(file), file.body.length];
  const message = `The content is ${length} bytes of ${actual || "no media type"}.`;
  const isVideo = /^video\/|^application\/octet-stream$/.test(actual) && length > 0;
  return !isVideo && { message, expected: "video/mp4", actual };
});

const remaking = { isBilled: true as const, allow: "dear" as const, needs: [content.id] };

const remixed = call("remixed", {
  ...remaking,
  operationId: "remixVideo",
  says: "a remix of the finished video",
  write: (facts) => ofFinished(facts, (id) => ({ path: { video_id: id }, json: { prompt: "A grey dot." } })),
});

reply(remixed);

const ofRemix = { reads: [remixed, created] } as const;

rule("remixed/another", "a remix has another id than its source", ofRemix, (remix, source) => {
  const { id: actual } = videoIn(remix);
  const message = `The remix has the id of its source, ${actual}.`;
  return actual === videoIn(source).id && { message, actual, pointer: "/id" };
});

rule("remixed/source", "a remix names the id of its source", ofRemix, (remix, source) => {
  const [{ remixed_from_video_id: actual }, { id: expected }] = [videoIn(remix), videoIn(source)];
  const message = `The remix of ${expected} names ${JSON.stringify(actual)} as its source.`;
  return actual !== expected && { message, expected, actual: `${actual}`, pointer: "/remixed_from_video_id" };
});

const extended = call("extended", {
  ...remaking,
  operationId: "extendVideo",
  says: "an extension of the finished video",
  write: (facts) => ofFinished(facts, (id) => ({ json: { video: { id }, prompt: "The dot grows." } })),
});

reply(extended);

// Upstream may tell the length of what was added.
rule(
  "extended/longer",
  "an extension is longer than its source",
  { provenance: "inferred", reads: [extended, created] },
  (extension, source) => {
    const [actual, length] = [extension, source].map((each) => Number(videoIn(each).seconds));
    const message = `The video has ${length} seconds, and its extension ${actual}.`;
    return (
      Number(actual) <= Number(length) && { message, expected: `more than ${length}`, actual, pointer: "/seconds" }
    );
  },
);

/** Videos. Not every model can go on with a video; the others refuse it with 400. */
export const videosArea: Area = optionalArea({
  name: "videos",
  exchanges: videos.exchanges,
  rules: videos.rules.map((each) =>
    each.exchanges[0] !== extended.id
      ? each
      : {
          ...each,
          judge: (read) =>
            read[0]?.reply?.status === 400 ? skip("The video's model makes no extensions.") : each.judge(read),
        },
  ),
});

/** Each operation finds out by itself that there is no such video, or no such key; they are asked after the keys' own checks. */
function refusedLate(name: string, status: number, says: string, asked: { operationId: string; call: Call }): void {
  const requirements = [...about.requirements, "R7.1"];
  refused(`refused/${name}`, { says, priority: 7, ...asked }, { status, requirements });
}

/** A request for a video, with the body that is written for the cheapest model of the list that makes one. */
function withVideoModel(list: unknown, write: (model: string) => unknown): Call | CannotCall {
  const model = chooseVideoModel(list);
  if (model !== undefined) return { json: write(model) };
  return { because: "the model list has no video model", needs: "a video model" };
}

/** A length and a size that a model takes and does not make unasked, where the model list says both: the last, for lists err about the first. */
function orderOf(list: unknown, model: string): Pick<VideoCreateRequest, "seconds" | "size"> {
  const parameters = listAt(recordNamed(list, model), "/parameters").map((each) => told<ModelParameter>(each));
  const otherOf = (...names: string[]) => {
    const { default_value: usual, schema } = parameters.find(({ name }) => names.includes(String(name))) ?? {};
    const other = usual === undefined ? undefined : listAt(schema, "/enum").findLast((each) => each !== usual);
    return other === undefined ? undefined : String(other);
  };
  const [seconds, size] = [otherOf("seconds", "duration"), otherOf("size")];
  return { ...(seconds !== undefined && { seconds }), ...(size !== undefined && { size }) };
}

function ofVideo({ replyTo }: Facts, write: (id: string) => Call): Call | CannotCall {
  const { id } = videoIn(replyTo(created.id));
  return typeof id === "string" ? write(id) : { because: "no video was made" };
}

function ofFinished(facts: Facts, write: (id: string) => Call): Call | CannotCall {
  if (videoIn(facts.replyTo(finished.id)).status === "completed") return ofVideo(facts, write);
  return { because: "no video was completed", isNeedless: true };
}
