import type { Topic } from "../../area.js";
import { rule } from "../../checks/define-rule.js";
import { judgeEveryEvent } from "../../checks/stream.js";
import { firstNotPassed, otherText } from "../../checks/text.js";
import { plainly } from "../../reading/joined-text.js";
import { saidIn } from "../../reading/said.js";
import { billedCall } from "../../requests/billed-call.js";
import { converse } from "../../requests/long-question.js";
import { broken, pass } from "../../rule.js";
import { longStreamCall } from "./long-stream.js";
import { limitedCall } from "./max-tokens.js";
import { askForLines, mostForLines, replyCall } from "./reply.js";
import { streamCall, wholeStream } from "./stream.js";

const shortCall = billedCall("chat", {
  priority: 60,
  id: "chat/streams-short",
  says: "a short stream at the same time as a long one",
  isStreamed: true,
  needs: ["chat/stream"],
  besides: "chat/streams-long",
  json: (model) => ({ ...askForLines(model), max_tokens: mostForLines, stream: true }),
});

const longCall = billedCall("chat", {
  priority: 60,
  id: "chat/streams-long",
  says: "a long stream at the same time as a short one",
  isStreamed: true,
  needs: ["chat/stream"],
  besides: "chat/streams-short",
  json: (model) => ({ ...converse(model), stream: true }),
});

/** Rules on streams at the same time. */
export const concurrentStreamsTopic: Topic = {
  exchanges: [shortCall, longCall],
  rules: [
    rule(shortCall, "answered", {
      sentence: "two streams at the same time are both answered, whole and in their order",
      requirements: ["R4.1", "R6.1", "R8.1"],
      provenance: "inferred",
      level: "should",
      reads: [shortCall, longCall],
      after: wholeStream,
      judge: (all) => firstNotPassed(all, judgeEveryEvent),
    }),
    rule(shortCall, "own", {
      sentence: "of two streams at the same time, each has its own id and its own text",
      requirements: ["R4.1", "R6.1"],
      provenance: "upstream",
      reads: { shortCall, longCall, replyCall, streamCall, limitedCall, longStreamCall },
      after: ["answered", "chat/ids-unique", "chat/stream/text", "chat/stream-usage/text"],
      judge: (read) => {
        const [id, other] = [saidIn(read.shortCall).id, saidIn(read.longCall).id];
        if (typeof id === "string" && id !== "" && id === other)
          return broken({ message: `Two streams at the same time have the id ${id}.`, actual: id, pointer: "/id" });
        const trios = [
          { beside: read.shortCall, plain: read.replyCall, alone: read.streamCall },
          { beside: read.longCall, plain: read.limitedCall, alone: read.longStreamCall },
        ];
        for (const { beside, plain, alone } of trios) {
          const [actual = "", pinned, expected = ""] = [beside, plain, alone].map((each) => plainly(saidIn(each).text));
          if (expected !== pinned || actual === expected) continue;
          return otherText(beside, { actual, expected, pointer: "/choices/0/delta/content" });
        }
        return pass;
      },
    }),
  ],
};
