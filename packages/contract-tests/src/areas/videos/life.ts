import { valueAt } from "@model-access/contract";
import { ruleOn, ruleOnExchanges } from "../../checks/define-rule.js";
import { bodyOf, judgeStatus } from "../../checks/reply.js";
import { replyRules } from "../../checks/reply-rules.js";
import type { Call, CannotCall, ExchangePlan, Facts } from "../../exchange.js";
import { chooseVideoModel } from "../../reading/choose-model.js";
import { broken, pass, type Rule } from "../../rule.js";
import { jsonOf, mediaTypeOf, type WireReply } from "../../wire/wire.js";

const pollTimes = 40;

/** Times the number of the try: 40 tries are 27 minutes. */
const pollMs = 2_000;

const finalStates = ["completed", "failed"];

const requirements = ["R1.6", "R4.10"];

const shape = { requirements, provenance: "observed", mediaType: "observed", shape: "observed" } as const;

const isFinal = (reply: WireReply) => finalStates.includes(String(valueAt(jsonOf(reply)?.value, "/status")));

const createdCall: ExchangePlan = {
  id: "videos/created",
  operationId: "createVideo",
  says: "a video",
  isValid: true,
  isBilled: true,
  allow: "dear",
  write: ({ modelList }) => {
    const model = chooseVideoModel(modelList);
    return model === undefined
      ? { because: "the model list has no video model", needs: "a video model" }
      : { json: { model, prompt: "A white dot on a black ground." } };
  },
};

const finishedCall: ExchangePlan = {
  id: "videos/finished",
  operationId: "retrieveVideo",
  says: "a request for the video until it is finished",
  isValid: true,
  needs: ["videos/created"],
  repeat: { atMost: pollTimes, waitMs: pollMs, until: (reply) => reply.status !== 200 || isFinal(reply) },
  write: (facts) => ofVideo(facts, (id) => ({ path: { video_id: id } })),
};

const contentCall: ExchangePlan = {
  id: "videos/content",
  operationId: "downloadVideoContent",
  says: "a request for the finished video's content",
  isValid: true,
  needs: ["videos/finished"],
  write: (facts) => ofVideo(facts, (id) => ({ path: { video_id: id }, headers: { accept: "*/*" } })),
};

const remixedCall: ExchangePlan = {
  id: "videos/remixed",
  operationId: "remixVideo",
  says: "a remix of the finished video",
  isValid: true,
  isBilled: true,
  allow: "dear",
  needs: ["videos/content"],
  write: (facts) => ofVideo(facts, (id) => ({ path: { video_id: id }, json: { prompt: "A grey dot." } })),
};

const extendedCall: ExchangePlan = {
  id: "videos/extended",
  operationId: "extendVideo",
  says: "an extension of the finished video",
  isValid: true,
  isBilled: true,
  allow: "dear",
  needs: ["videos/content"],
  write: (facts) => ofVideo(facts, (id) => ({ json: { video: { id }, prompt: "The dot grows." } })),
};

/** A video from its order to its remix and its extension. A video is dear, so that this is done only where it is allowed. */
export const videoLifeCalls: ExchangePlan[] = [createdCall, finishedCall, contentCall, remixedCall, extendedCall];

/** The life of a video. The specification shows none of it, so that no rule is a must. */
export const videoLifeRules: Rule[] = [
  ...replyRules(createdCall, shape),
  ...replyRules(finishedCall, shape),
  ruleOnExchanges({
    id: "videos/finished/completed",
    sentence: "A video is completed in the end, under the id it was made with, and its progress does not go back.",
    requirements,
    provenance: "observed",
    exchanges: ["videos/finished", "videos/created"],
    after: "videos/finished/schema",
    judge: (find) => {
      const finished = find("videos/finished");
      const seen = [...(finished?.earlier ?? []), finished?.reply].map(bodyOf);
      const last = seen.at(-1);
      const status = valueAt(last, "/status");
      const id = valueAt(bodyOf(find("videos/created")?.reply), "/id");
      if (status === "queued" || status === "in_progress")
        return { outcome: "inconclusive", reason: "The video was not finished in time." };
      if (status !== "completed")
        return broken({
          message: `The video's status is ${JSON.stringify(status)}.`,
          expected: "completed",
          actual: String(status),
          pointer: "/status",
        });
      if (typeof valueAt(last, "/completed_at") !== "number")
        return broken({
          message: "The video is completed, and says no time for it.",
          expected: "seconds since 1970",
          actual: JSON.stringify(valueAt(last, "/completed_at")) ?? "absent",
          pointer: "/completed_at",
        });
      if (seen.some((video) => valueAt(video, "/id") !== id))
        return broken({ message: "The video changed its id.", expected: String(id), pointer: "/id" });
      const progress = seen.map((video) => Number(valueAt(video, "/progress")));
      if (progress.every((value, index) => value >= (progress[index - 1] ?? 0))) return pass;
      return broken({ message: `The progress went back: ${progress.join(", ")}.`, pointer: "/progress" });
    },
  }),
  ruleOn(contentCall, {
    name: "status",
    sentence: "the content of a finished video is answered with status 200",
    requirements,
    provenance: "observed",
    judge: (exchange) => judgeStatus(exchange, 200),
  }),
  ruleOn(contentCall, {
    name: "bytes",
    sentence: "the content of a finished video is a video",
    requirements,
    provenance: "observed",
    after: "status",
    judge: ({ reply }) => {
      const mediaType = reply === undefined ? "" : mediaTypeOf(reply);
      const isMedia = mediaType.startsWith("video/") || mediaType === "application/octet-stream";
      if (isMedia && (reply?.body.length ?? 0) > 0) return pass;
      return broken({
        message: `The content is ${reply?.body.length ?? 0} bytes of ${mediaType || "no media type"}.`,
        expected: "video/mp4",
        actual: mediaType,
      });
    },
  }),
  ...replyRules(remixedCall, shape),
  ruleOnExchanges({
    id: "videos/remixed/another",
    sentence: "A remix is another video than the one that it was made of.",
    requirements,
    provenance: "observed",
    exchanges: ["videos/remixed", "videos/created"],
    after: "videos/remixed/schema",
    judge: (find) => {
      const [id, source] = ["videos/remixed", "videos/created"].map((each) =>
        valueAt(bodyOf(find(each)?.reply), "/id"),
      );
      if (id !== source) return pass;
      return broken({
        message: `The remix has the id of its source, ${String(id)}.`,
        actual: String(id),
        pointer: "/id",
      });
    },
  }),
  ...replyRules(extendedCall, shape).map(unlessRefused),
];

function ofVideo(facts: Facts, write: (id: string) => Call): Call | CannotCall {
  const created = facts.replyTo("videos/created");
  const id = created && valueAt(jsonOf(created)?.value, "/id");
  return typeof id === "string" ? write(id) : { because: "no video was made" };
}

/** Not every model can go on with a video; the others refuse it with 400. */
function unlessRefused(rule: Rule): Rule {
  return {
    ...rule,
    judge: (exchanges) =>
      exchanges[0]?.reply?.status === 400
        ? { outcome: "skip", reason: "The video's model makes no extensions." }
        : rule.judge(exchanges),
  };
}
