import { valueAt } from "@model-access/contract";
import { judgeNotHeldBack } from "../../checks/buffering.js";
import { conditions } from "../../checks/conditions.js";
import { rule } from "../../checks/define-rule.js";
import { type RefusalOptions, refusalRules } from "../../checks/refusal-rules.js";
import { isUndecided } from "../../checks/reply.js";
import { streamRules } from "../../checks/stream-rules.js";
import { judgeTextAsAsked } from "../../checks/text-as-asked.js";
import type { Exchange, ExchangePlan, Facts } from "../../exchange.js";
import { payloadOf } from "../../reading/joined-text.js";
import { botQuery } from "../../requests/bot-query.js";
import { anyModel, noSuchModel, saying, withModel } from "../../requests/short-question.js";
import { letters } from "../../requests/unicode.js";
import { broken, pass, type Rule } from "../../rule.js";
import { jsonOf } from "../../wire/wire.js";
import { fileName } from "../files/upload.js";

const operationId = "queryBot";

/** It ends the answer before its last word. */
const stopText = " early";

/** The answer where nothing is lost of it. */
const expected = `ready, ${letters}, every engine ends`;

const query = botQuery(saying(`${expected}${stopText}`));

/** With all that a message may have: custom parameters, and a file where one was uploaded. */
const fullQuery = ({ replyTo }: Facts) => {
  const upload = replyTo("files/upload");
  const url = upload && valueAt(jsonOf(upload)?.value, "/attachment_url");
  const attachments = typeof url === "string" ? [{ url, content_type: "text/plain", name: fileName }] : [];
  const [message] = query.query;
  return {
    ...query,
    query: [{ ...message, parameters: { style: "plain" }, ...(attachments.length > 0 && { attachments }) }],
    stop_sequences: ["no such text", stopText],
  };
};

/** The specification shows the client library only; what it sends is known from its source. */
const about = { provenance: "observed", requirements: ["R1.2"] } satisfies Partial<RefusalOptions>;

export const streamCall: ExchangePlan = {
  id: "bots/stream",
  operationId,
  says: "a streamed query of a bot with stop sequences, a custom parameter and an uploaded file",
  isValid: true,
  isStreamed: true,
  isBilled: true,
  write: (facts) => withModel(facts, "bots", (bot) => ({ path: { bot_name: bot }, json: fullQuery(facts) })),
};

/** After the keys' own checks. */
const priority = 7;

const wrongKeyCall: ExchangePlan = {
  id: "bots/refused/wrong-key",
  operationId,
  says: "a query of a bot with a key that does not exist",
  isValid: false,
  write: (facts) => ({ path: { bot_name: anyModel(facts, "bots") }, json: query, key: "wrong" }),
};

const missingQueryCall: ExchangePlan = {
  id: "bots/refused/missing-query",
  operationId,
  says: "a query of a bot without messages",
  isValid: false,
  write: (facts) => ({ path: { bot_name: anyModel(facts, "bots") }, json: { ...query, query: undefined } }),
};

const unknownBotCall: ExchangePlan = {
  priority,
  id: "bots/refused/unknown-bot",
  operationId,
  says: "a query of a bot that does not exist",
  isValid: false,
  write: () => ({ path: { bot_name: noSuchModel }, json: query }),
};

/** Queries of a bot. The first shows whether there are any: it is refused by all that have them, whichever the bot is. */
export const botsCalls: ExchangePlan[] = [missingQueryCall, streamCall, wrongKeyCall, unknownBotCall];

/** Rules on the answers and refusals of bots. */
export const botsRules: Rule[] = [
  ...streamRules(streamCall, {
    ...about,
    mediaType: "observed",
    dialect: "observed",
    shape: "observed",
  }),
  rule(streamCall, "text", {
    sentence: "a streamed query of a bot is answered with a text, a file or JSON",
    requirements: ["R1.2"],
    provenance: "observed",
    after: "complete",
    judge: (exchange) => {
      const { events, errorData } = exchange.stream();
      const isSaid = events.some(({ event = "", data }) =>
        ["text", "replace_response"].includes(event)
          ? String(valueAt(payloadOf(data), "/text") ?? "") !== ""
          : ["file", "json"].includes(event),
      );
      return isSaid || errorData !== undefined
        ? pass
        : broken({ message: "No event of the stream has a text.", expected: "a text" });
    },
  }),
  rule(streamCall, "as-asked", {
    sentence: "the text of a bot that was asked for word by word is whole and in its order",
    requirements: ["R1.2", "R6.1"],
    provenance: "observed",
    after: "text",
    judge: (exchange) => {
      const [text = ""] = botText(exchange).split(stopText);
      return judgeTextAsAsked(text, { expected, isCut: false, pointer: "/text" });
    },
  }),
  rule(streamCall, "stop", {
    sentence: "a bot ends its text before a stop sequence",
    requirements: ["R1.2"],
    // Which parameters a bot heeds is its own affair.
    provenance: "inferred",
    after: "as-asked",
    judge: (exchange) => {
      const text = botText(exchange);
      if (!text.includes(stopText)) return pass;
      const message = `The text has the stop sequence in it: ${JSON.stringify(text.slice(0, 80))}.`;
      return broken({ message, expected: `no ${JSON.stringify(stopText)}`, pointer: "/text" });
    },
  }),
  rule(streamCall, "meta-first", {
    sentence: "what a bot says of its answer comes before it, in the event meta",
    requirements: ["R1.2"],
    provenance: "observed",
    after: "complete",
    judge: (exchange) => {
      const at = exchange.stream().events.findIndex(({ event }) => event === "meta");
      if (at <= 0) return pass;
      const message = `The event meta is number ${at + 1}, and counts as the first only.`;
      return broken({ message, expected: "1", actual: String(at + 1), eventNumber: at + 1 });
    },
  }),
  rule(streamCall, "not-held-back", {
    ...about,
    sentence: "the text of a bot comes as it is written",
    after: "complete",
    judge: (exchange) => judgeNotHeldBack(exchange),
  }),
  rule(unknownBotCall, "", {
    ...about,
    sentence: "a query of a bot that does not exist is refused before a stream begins",
    judge: ({ reply }) => {
      const status = reply?.status ?? 0;
      if ((status >= 400 && status < 500) || status === 0 || isUndecided(status)) return pass;
      const message = `A query of a bot that does not exist is answered with ${status}.`;
      return broken({ message, expected: "400 or 404", actual: String(status) });
    },
  }),
  ...refusalRules(wrongKeyCall, { condition: conditions.wrongKey, ...about }),
  ...refusalRules(missingQueryCall, { condition: conditions.missingField, ...about }),
];

/** The text of an answer: `replace_response` takes the place of all that came before it. */
function botText(exchange: Exchange): string {
  let text = "";
  for (const { event = "", data } of exchange.stream().events) {
    const piece = String(valueAt(payloadOf(data), "/text") ?? "");
    if (event === "replace_response") text = piece;
    if (event === "text") text += piece;
  }
  return text;
}
