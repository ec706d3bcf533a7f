import { valueAt } from "@model-access/contract";
import { rule, ruleNamed } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import { replyRules } from "../../checks/reply-rules.js";
import type { ExchangePlan } from "../../exchange.js";
import { broken, pass, type Rule } from "../../rule.js";
import { about, content, created, idOf, ofFinished, shape } from "./life.js";

const remixed: ExchangePlan = {
  id: "videos/remixed",
  operationId: "remixVideo",
  says: "a remix of the finished video",
  isValid: true,
  isBilled: true,
  allow: "dear",
  needs: [content.id],
  write: (facts) => ofFinished(facts, (id) => ({ path: { video_id: id }, json: { prompt: "A grey dot." } })),
};

const extended: ExchangePlan = {
  id: "videos/extended",
  operationId: "extendVideo",
  says: "an extension of the finished video",
  isValid: true,
  isBilled: true,
  allow: "dear",
  needs: [content.id],
  write: (facts) => ofFinished(facts, (id) => ({ json: { video: { id }, prompt: "The dot grows." } })),
};

/** Videos that are made of the finished one. */
export const remadeCalls: ExchangePlan[] = [remixed, extended];

const remixRules = replyRules(remixed, shape);

/** Rules on videos that are made of another. */
export const remadeRules: Rule[] = [
  ...remixRules,
  rule(remixed, "another", {
    ...about,
    sentence: "a remix has another id than its source",
    reads: { remixed, created },
    after: ruleNamed(remixRules, "schema"),
    judge: ({ remixed, created }) => {
      const id = idOf(remixed.reply);
      if (id !== idOf(created.reply)) return pass;
      const message = `The remix has the id of its source, ${String(id)}.`;
      return broken({ message, actual: String(id), pointer: "/id" });
    },
  }),
  rule(remixed, "source", {
    ...about,
    sentence: "a remix names the id of its source",
    reads: { remixed, created },
    after: ruleNamed(remixRules, "schema"),
    judge: ({ remixed, created }) => {
      const [source, expected] = [valueAt(bodyOf(remixed.reply), "/remixed_from_video_id"), idOf(created.reply)];
      if (source === expected) return pass;
      const message = `The remix of ${String(expected)} names ${JSON.stringify(source)} as its source.`;
      return broken({ message, expected: String(expected), actual: String(source), pointer: "/remixed_from_video_id" });
    },
  }),
  ...replyRules(extended, shape).map(unlessRefused),
];

/** Not every model can go on with a video; the others refuse it with 400. */
function unlessRefused(given: Rule): Rule {
  return {
    ...given,
    judge: (exchanges) =>
      exchanges[0]?.reply?.status === 400
        ? { outcome: "skip", reason: "The video's model makes no extensions." }
        : given.judge(exchanges),
  };
}
