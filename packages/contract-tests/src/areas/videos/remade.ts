import { valueAt } from "@model-access/contract";
import { comparisonsAlike, rule } from "../../checks/define-rule.js";
import { bodyOf } from "../../checks/reply.js";
import { replyRules } from "../../checks/reply-rules.js";
import type { Call, ExchangePlan } from "../../exchange.js";
import { passIf, type Rule } from "../../rule.js";
import { about, content, created, ofFinished, shape } from "./life.js";
import { idOf } from "./progress.js";

const remaking = (name: string, operationId: string, says: string, write: (id: string) => Call): ExchangePlan => ({
  id: `videos/${name}`,
  operationId,
  says,
  isValid: true,
  isBilled: true,
  allow: "dear",
  needs: [content.id],
  write: (facts) => ofFinished(facts, write),
});

const remixed = remaking("remixed", "remixVideo", "a remix of the finished video", (id) => ({
  path: { video_id: id },
  json: { prompt: "A grey dot." },
}));

const extended = remaking("extended", "extendVideo", "an extension of the finished video", (id) => ({
  json: { video: { id }, prompt: "The dot grows." },
}));

/** Videos that are made of the finished one. */
export const remadeCalls: ExchangePlan[] = [remixed, extended];

/** Rules on videos that are made of another. */
export const remadeRules: Rule[] = [
  ...replyRules(remixed, shape),
  ...comparisonsAlike(
    remixed,
    { ...about, reads: { remixed, created }, after: "schema" },
    {
      another: {
        sentence: "a remix has another id than its source",
        judge: ({ remixed, created }) => {
          const actual = idOf(remixed.reply);
          const message = `The remix has the id of its source, ${actual}.`;
          return passIf(actual !== idOf(created.reply), { message, actual, pointer: "/id" });
        },
      },
      source: {
        sentence: "a remix names the id of its source",
        judge: ({ remixed, created }) => {
          const pointer = "/remixed_from_video_id";
          const [actual, expected] = [valueAt(bodyOf(remixed.reply), pointer), idOf(created.reply)];
          const message = `The remix of ${expected} names ${JSON.stringify(actual)} as its source.`;
          return passIf(actual === expected, { message, expected, actual: `${actual}`, pointer });
        },
      },
    },
  ),
  ...replyRules(extended, shape).map(unlessRefused),
  unlessRefused(
    rule(extended, "longer", {
      ...about,
      sentence: "an extension is longer than its source",
      // Upstream may tell the length of what was added.
      provenance: "inferred",
      reads: { extended, created },
      after: "schema",
      judge: ({ extended, created }) => {
        const pointer = "/seconds";
        const [length, source] = [extended, created].map(({ reply }) => Number(valueAt(bodyOf(reply), pointer)));
        const message = `The video has ${source} seconds, and its extension ${length}.`;
        return passIf(!(Number(length) <= Number(source)), {
          message,
          expected: `more than ${source}`,
          actual: length,
          pointer,
        });
      },
    }),
  ),
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
