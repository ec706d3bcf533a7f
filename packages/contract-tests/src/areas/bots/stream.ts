import { valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { judgeNotHeldBack } from "../../checks/buffering.js";
import { bodyOf } from "../../checks/reply.js";
import { judgeTextAsAsked } from "../../checks/text-as-asked.js";
import type { Exchange, Facts } from "../../exchange.js";
import { chooseModel, recordsOf } from "../../reading/choose-model.js";
import { listAt, textPieces } from "../../reading/joined-text.js";
import { parseJson } from "../../reading/parse-json.js";
import { saidIn, sentIn } from "../../reading/said.js";
import { botQuery } from "../../requests/bot-query.js";
import { letters, question, saying } from "../../requests/questions.js";
import { skip, story } from "../../story.js";
import { streamCall as chatStream } from "../chat/reply.js";
import { fileName } from "../files/index.js";
import { listCall } from "../models/list.js";

export const operationId = "queryBot";

/** The specification shows the client library only; what it sends is known from its source. */
export const about = { provenance: "observed", requirements: ["R1.2"] } satisfies Parameters<typeof story>[1];

const told = story("bots", about);
const { call, stream, rule } = told;

/** The answers of bots. */
export const streamTopic: Topic = told;

/** It ends the answer before its last word. */
const stopText = " early";

/** The answer where nothing is lost of it. */
const expected = `ready, ${letters}, every engine ends`;

/** Turns that are over, under the names that the native library has for their roles. */
const answered = [
  { role: "user", content: saying("first things first") },
  { role: "bot", content: "first things first" },
];

const query = botQuery(saying(`${expected}${stopText}`));

/** With all that a message may have: a custom parameter of the bot or of none, and a file where one was uploaded. */
const fullQuery = ({ replyTo, modelList }: Facts, bot: string) => {
  const url = valueAt(bodyOf(replyTo("files/upload")), "/attachment_url");
  const attachments = typeof url === "string" ? [{ url, content_type: "text/plain", name: fileName }] : [];
  const parameters = numbersOf(recordsOf(modelList).find((record) => idsOf(record).includes(bot)));
  const last = {
    ...query.query[0],
    parameters: parameters.length > 0 ? Object.fromEntries(parameters) : { style: "plain" },
    ...(attachments.length > 0 && { attachments }),
  };
  return { ...query, query: [...answered, last], stop_sequences: ["no such text", stopText] };
};

/** The custom parameters of a bot that are numbers, each with its default value, or its least. */
const numbersOf = (record: unknown): [name: string, value: number][] =>
  listAt(record, "/parameters").flatMap((each): [string, number][] => {
    const [name, value] = [valueAt(each, "/name"), valueAt(each, "/default_value") ?? valueAt(each, "/schema/minimum")];
    const isNumber = ["number", "integer"].includes(String(valueAt(each, "/schema/type")));
    return isNumber && typeof name === "string" && typeof value === "number" ? [[name, value]] : [];
  });

const idsOf = (record: unknown) => [valueAt(record, "/id"), valueAt(record, "/metadata/display_name")];

/** The cheapest bot that takes a number, which has to reach it as one, and else any. */
function chooseBot({ modelList, modelFor }: Facts): string | undefined {
  const data = recordsOf(modelList).filter((record) => numbersOf(record).length > 0);
  return chooseModel({ data }, "bots") ?? modelFor("bots");
}

const streamCall = call("stream", {
  operationId,
  says: "a streamed query of a bot with earlier turns, stop sequences, a custom parameter and an uploaded file",
  isStreamed: true,
  isBilled: true,
  plainer: () => botQuery(question),
  write: (facts) => {
    const bot = chooseBot(facts);
    return bot === undefined
      ? { because: "the model list has no text model for bots" }
      : { path: { bot_name: bot }, json: fullQuery(facts, bot) };
  },
});

stream(streamCall, { provenance: "observed", mediaType: "observed", dialect: "observed", shape: "observed" });

rule(
  "stream/text",
  "a streamed query of a bot is answered with a text, a file or JSON",
  { after: "complete" },
  (exchange) => {
    const { events, errorData } = exchange.stream();
    const isSaid = events.some(({ event = "", data }) =>
      ["text", "replace_response"].includes(event) ? textIn(data) !== "" : ["file", "json"].includes(event),
    );
    const fault = { message: "No event of the stream has a text.", expected: "a text" };
    return !isSaid && errorData === undefined && fault;
  },
);

rule(
  "stream/as-asked",
  "the text of a bot that was asked for word by word is whole and in its order",
  { requirements: ["R1.2", "R6.1"], after: "text" },
  (exchange) => {
    const [text = ""] = botText(exchange).split(stopText);
    return judgeTextAsAsked(text, { expected, isCut: false, pointer: "/text" });
  },
);

rule(
  "stream/stop",
  "a bot ends its text before a stop sequence",
  // Which parameters a bot heeds is its own affair.
  { provenance: "inferred", after: "as-asked" },
  (exchange) => {
    const text = botText(exchange);
    const message = `The text has the stop sequence in it: ${JSON.stringify(text.slice(0, 80))}.`;
    const fault = { message, expected: `no ${JSON.stringify(stopText)}`, pointer: "/text" };
    return text.includes(stopText) && fault;
  },
);

rule(
  "stream/meta-first",
  "what a bot says of its answer comes before it, in the event meta",
  { after: "complete" },
  (exchange) => {
    const actual = exchange.stream().events.findIndex(({ event }) => event === "meta") + 1;
    const message = `The event meta is number ${actual}, and counts as the first only.`;
    return actual > 1 && { message, expected: 1, actual, eventNumber: actual };
  },
);

rule("stream/not-held-back", "the text of a bot arrives while it is written", { after: "complete" }, (exchange) =>
  judgeNotHeldBack(exchange),
);

/** Many enough in chat that one can't be by chance. */
const fewestPieces = 4;

// A bot that does not stream is another matter: it has one piece in chat, too.
rule(
  "stream/in-pieces",
  "the text of a bot comes in pieces where its model streams a chat completion in pieces",
  {
    requirements: ["R1.2", "R6.1"],
    reads: [streamCall, chatStream, listCall],
    after: ["as-asked", "chat/stream/ends-with-done"],
  },
  (bot, chat, list) => {
    const asked = valueAt(sentIn(chat), "/model");
    const record = recordsOf(bodyOf(list.reply)).find((each) => valueAt(each, "/id") === asked);
    const name = decodeURIComponent(new URL(bot.request.url).pathname.split("/").at(-1) ?? "");
    if (!idsOf(record).includes(name)) return skip("Chat was tried with another model.");
    const pieces = textPieces(chat.stream().payloads, "chat").length;
    const expected = (pieces * botText(bot).length) / Math.max(1, saidIn(chat).text.length);
    const own = bot.stream().events.filter(({ event, data }) => event === "text" && textIn(data) !== "").length;
    const message = `The text of ${name} comes in one event, and in ${pieces} as a chat completion.`;
    const fault = { message, expected: `about ${Math.round(expected)} events`, actual: "1 event" };
    return own === 1 && expected >= fewestPieces && fault;
  },
);

const textIn = (data: string) => String(valueAt(parseJson(data), "/text") ?? "");

/** The text of an answer: `replace_response` takes the place of all that came before it. */
function botText(exchange: Exchange): string {
  let text = "";
  for (const { event = "", data } of exchange.stream().events) {
    const piece = textIn(data);
    if (event === "replace_response") text = piece;
    if (event === "text") text += piece;
  }
  return text;
}
