import { valueAt } from "@model-access/contract";
import { videosExchanges } from "../exchanges/videos.js";
import { broken, pass, type Rule } from "../rule.js";
import { mediaTypeOf } from "../wire/wire.js";
import { judgeStatus } from "./judge-reply.js";
import { ruleOnExchanges } from "./on-exchanges.js";
import { planned } from "./planned.js";
import { replyRules } from "./reply-rules.js";
import { ruleOn } from "./rule-on.js";
import { bodyOf } from "./sense.js";

const plan = planned(videosExchanges);
const requirements = ["R1.6", "R4.10"];
const shape = { requirements, provenance: "observed", mediaType: "observed", shape: "observed" } as const;

/** The life of a video. The specification shows none of it, so that no rule is a must. */
export const videoLifeRules: Rule[] = [
  ...replyRules(plan("videos/created"), shape),
  ...replyRules(plan("videos/finished"), shape),
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
        return { outcome: "disturbed", reason: "The video was not finished in time." };
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
  ruleOn(plan("videos/content"), {
    name: "status",
    sentence: "the content of a finished video is answered with status 200",
    requirements,
    provenance: "observed",
    judge: (exchange) => judgeStatus(exchange, 200),
  }),
  ruleOn(plan("videos/content"), {
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
  ...replyRules(plan("videos/remixed"), shape),
  ...replyRules(plan("videos/extended"), shape).map(unlessRefused),
];

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
