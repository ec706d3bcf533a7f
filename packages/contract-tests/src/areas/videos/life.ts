import { valueAt } from "@model-access/contract";
import { comparisonsAlike, rule, rulesOn } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import { replyRules } from "../../checks/reply-rules.js";
import { judgeTime } from "../../checks/time.js";
import type { Call, CannotCall, ExchangePlan, Facts } from "../../exchange.js";
import { balanceIn } from "../../reading/account-reading.js";
import { chooseVideoModel, recordsOf } from "../../reading/choose-model.js";
import { listAt } from "../../reading/joined-text.js";
import { sentIn } from "../../reading/said.js";
import { broken, pass, passIf, type Rule } from "../../rule.js";
import { mediaTypeOf } from "../../wire/wire.js";
import { noPoints, noPointsBalance } from "../keys/kinds.js";
import {
  finalStates,
  idOf,
  judgeCompleted,
  judgeKept,
  judgeStates,
  standsStillFor,
  states,
  statusOf,
} from "./progress.js";

/** Times the number of the reading, up to the longest: the first ones come soon, the later ones every ten seconds. */
const pollMs = 2_000;
const longestPollMs = 10_000;

/** More readings than any wait that a caller sets is likely to have room for. */
const mostReadings = 1_000;

const requirements = ["R1.6", "R4.10"];

export const shape = { requirements, provenance: "observed", mediaType: "observed", shape: "observed" } as const;

/** The specification shows no path of this interface (R4.10), so that no rule on it can be a must. */
export const about = { requirements, provenance: "observed" } as const;

export const created: ExchangePlan = {
  id: "videos/created",
  operationId: "createVideo",
  says: "a video",
  isValid: true,
  isBilled: true,
  allow: "dear",
  write: ({ modelList }) =>
    withVideoModel(modelList, (model) => ({
      model,
      prompt: "A white dot on a black ground.",
      ...orderOf(modelList, model),
    })),
};

const finished: ExchangePlan = {
  id: "videos/finished",
  operationId: "retrieveVideo",
  says: "a request for the video until it is finished",
  isValid: true,
  needs: [created.id],
  repeat: {
    atMost: mostReadings,
    waitMs: pollMs,
    longestWaitMs: longestPollMs,
    mostWaitMs: ({ videoWaitMs }) => videoWaitMs,
    until: (reply, _facts, earlier) =>
      reply.status !== 200 ||
      finalStates.includes(String(statusOf(reply))) ||
      standsStillFor([...earlier, reply]) !== undefined,
  },
  write: (facts) => ofVideo(facts, (id) => ({ path: { video_id: id } })),
};

export const content: ExchangePlan = {
  id: "videos/content",
  operationId: "downloadVideoContent",
  says: "a request for the finished video's content",
  isValid: true,
  needs: [finished.id],
  write: (facts) => ofFinished(facts, (id) => ({ path: { video_id: id }, headers: { accept: "*/*" } })),
};

/** More points than are left to an account that can't pay for a completion. */
const mostWithoutPoints = 100;

const ofAnother: ExchangePlan = {
  id: "videos/refused/other-accounts-key",
  operationId: "retrieveVideo",
  says: "a request for a video with a key of another account",
  topic: "security",
  isValid: false,
  needs: [created.id],
  write: (facts) => ofVideo(facts, (id) => ({ path: { video_id: id }, key: "noPoints" })),
};

/** A video from its order to its content. A video is dear, so that this is done only where it is allowed. */
export const videoLifeCalls: ExchangePlan[] = [created, ofAnother, finished, content];

/** The life of a video. The specification shows none of it, so that no rule is a must. */
export const videoLifeRules: Rule[] = [
  ...replyRules(created, shape),
  rule(created, "as-ordered", {
    ...about,
    sentence: "a video has the length and the size that were asked for",
    after: "schema",
    judge: (exchange) => {
      const { reply } = exchange;
      const order = sentIn(exchange);
      for (const name of ["seconds", "size"]) {
        const [asked, told] = [order, bodyOf(reply)].map((each) => valueAt(each, `/${name}`));
        if (asked === undefined || String(asked) === String(told)) continue;
        const message = `The video was to have ${name} ${asked}, and has ${told}.`;
        return broken({ message, expected: asked, actual: told, pointer: `/${name}` });
      }
      return pass;
    },
  }),
  rule(created, "created", {
    ...about,
    sentence: "a video has its time in seconds, and about now",
    after: "schema",
    judge: ({ reply }) => judgeTime(valueAt(bodyOf(reply), "/created_at"), { pointer: "/created_at", reply }),
  }),
  rule(ofAnother, "", {
    sentence: "no other account sees a video",
    requirements: [...requirements, "R5.1"],
    provenance: "inferred",
    level: "should",
    reads: { shown: ofAnother, told: noPointsBalance },
    after: [noPoints.plan.id, noPointsBalance.id],
    judge: ({ shown, told }) => {
      const status = shown.reply?.status ?? 0;
      if (status >= 400 && status < 500) return pass;
      // A key of the same account is told the account's balance, which is not low.
      if (Number(balanceIn(told.reply) ?? mostWithoutPoints) >= mostWithoutPoints)
        return { outcome: "skip", reason: "The key without points may be one of the same account." };
      const message = `A video is shown to a key of another account: status ${status}.`;
      return broken({ message, expected: 404, actual: status, exchange: shown });
    },
  }),
  ...replyRules(finished, shape),
  ...comparisonsAlike(
    finished,
    { ...about, reads: { finished, created }, after: "schema" },
    {
      states: {
        sentence: `a video has the status ${states.slice(0, -1).join(", ")} or ${states.at(-1)} whenever it is read`,
        judge: judgeStates,
      },
      kept: {
        sentence: "a video stays what it was ordered as: its prompt, length, size and time",
        judge: judgeKept,
      },
      times: {
        sentence: "a video is completed after it was created, by times in seconds",
        after: ["schema", "videos/created/created"],
        judge: ({ finished, created }) => {
          const pointer = "/completed_at";
          const [from, at] = [valueAt(bodyOf(created.reply), "/created_at"), valueAt(bodyOf(finished.reply), pointer)];
          const message = `The video was created at ${from}, and completed at ${at}.`;
          if (typeof from === "number" && typeof at === "number" && at < from)
            return broken({ message, actual: at, pointer });
          return judgeTime(at, { pointer, reply: finished.reply });
        },
      },
      completed: {
        sentence: "a video completes under the id that it was created with, and its progress does not go back",
        judge: judgeCompleted,
      },
    },
  ),
  ...rulesOn(
    content,
    { ...about, sentence: "the content of a finished video is answered with status 200" },
    {
      bytes: {
        sentence: "the content of a finished video is a video",
        judge: ({ reply }) => {
          const [actual, length] = reply === undefined ? ["", 0] : [mediaTypeOf(reply), reply.body.length];
          const message = `The content is ${length} bytes of ${actual || "no media type"}.`;
          const isVideo = /^video\/|^application\/octet-stream$/.test(actual) && length > 0;
          return passIf(isVideo, { message, expected: "video/mp4", actual });
        },
      },
    },
  ),
];

/** A request for a video, with the body that is written for the cheapest model of the list that makes one. */
export function withVideoModel(list: unknown, write: (model: string) => unknown): Call | CannotCall {
  const model = chooseVideoModel(list);
  if (model !== undefined) return { json: write(model) };
  return { because: "the model list has no video model", needs: "a video model" };
}

/** A length and a size that a model takes and does not make unasked, where the model list says both: the last, for lists err about the first. */
function orderOf(list: unknown, model: string): { seconds?: string; size?: string } {
  const parameters = listAt(
    recordsOf(list).find((record) => valueAt(record, "/id") === model),
    "/parameters",
  );
  const otherOf = (names: string[]) => {
    const parameter = parameters.find((each) => names.includes(String(valueAt(each, "/name"))));
    const usual = valueAt(parameter, "/default_value");
    return usual === undefined ? undefined : listAt(parameter, "/schema/enum").findLast((each) => each !== usual);
  };
  const [seconds, size] = [otherOf(["seconds", "duration"]), otherOf(["size"])];
  return {
    ...(seconds !== undefined && { seconds: String(seconds) }),
    ...(size !== undefined && { size: String(size) }),
  };
}

function ofVideo({ replyTo }: Facts, write: (id: string) => Call): Call | CannotCall {
  const id = idOf(replyTo(created.id));
  return typeof id === "string" ? write(id) : { because: "no video was made" };
}

/** A call about the video that was completed. */
export function ofFinished(facts: Facts, write: (id: string) => Call): Call | CannotCall {
  if (statusOf(facts.replyTo(finished.id)) === "completed") return ofVideo(facts, write);
  return { because: "no video was completed", isNeedless: true };
}
