import { rulesOn } from "../../checks/define-rule.js";
import { judgeLetters } from "../../checks/letters.js";
import { judgeEveryEvent } from "../../checks/stream.js";
import { dialects } from "../../dialects.js";
import type { ExchangePlan } from "../../exchange.js";
import { saidIn } from "../../reading/said.js";
import { billedCall } from "../../requests/billed-call.js";
import { sayLetters } from "../../requests/unicode.js";
import type { Rule } from "../../rule.js";
import { wholeStream } from "./stream.js";

const lettersCall = billedCall("chat", {
  priority: 10,
  id: "chat/letters",
  says: "a streamed chat completion of letters beyond ASCII with temperature 0.7, without max_tokens",
  isStreamed: true,
  call: { headers: { "content-type": "application/json; charset=utf-8" } },
  json: (model) => ({
    model,
    messages: [{ role: "user", content: sayLetters }],
    temperature: 0.7,
    stream: true,
  }),
});

/** A stream of letters beyond ASCII. */
export const unicodeCalls: ExchangePlan[] = [lettersCall];

/** Letters of two, three and four bytes. */
export const unicodeRules: Rule[] = rulesOn(
  lettersCall,
  {
    sentence: `${lettersCall.says}, whose Content-Type names its charset, is answered with status 200`,
    requirements: ["R4.1", "R2.5", "R8.2"],
    provenance: "observed",
    after: wholeStream,
  },
  {
    events: {
      sentence: "the events of a stream of letters beyond ASCII are those of the contract, in UTF-8",
      requirements: ["R4.1", "R6.1"],
      provenance: "upstream",
      judge: judgeEveryEvent,
    },
    text: {
      sentence: "letters beyond ASCII come through a stream as they are",
      requirements: ["R6.1", "R2.6"],
      provenance: "upstream",
      after: "events",
      judge: (exchange) => judgeLetters(saidIn(exchange, dialects.chat).text, "/choices/0/delta/content"),
    },
  },
);
