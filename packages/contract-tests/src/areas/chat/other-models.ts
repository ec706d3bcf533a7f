import { valueAt } from "@model-access/contract";
import type { Topic } from "../../area.js";
import { judgeErrorForm } from "../../checks/refusal-rules.js";
import { judgeStatus } from "../../checks/reply.js";
import { balanceIn } from "../../reading/account-reading.js";
import { chooseMediaModel, chooseOtherModel } from "../../reading/choose-model.js";
import { saidIn, sentIn } from "../../reading/said.js";
import { billedCall } from "../../requests/billed-call.js";
import { filler, sayLetters, shortAnswer } from "../../requests/questions.js";
import { skip, story } from "../../story.js";
import { askForLines, mostForLines, replyCall } from "./reply.js";

const told = story("chat", { requirements: ["R1.12"], provenance: "observed" });
const { add, ask, rule } = told;

/** Other models than the one that all other calls have, and a long prompt. */
export const otherModelsTopic: Topic = told;

export const otherModelCall = ask(
  billedCall("chat", {
    priority: 20,
    id: "chat/other-model",
    says: "a chat completion of another model of the list",
    needs: ["chat/reply"],
    model: {
      of: ({ modelList, modelFor, replyTo }) => {
        const points = balanceIn(replyTo("account/balance-first"));
        return chooseOtherModel(modelList, { first: modelFor("chat"), points });
      },
      without: { because: "the model list has one text model only", isNeedless: true },
    },
    json: (model) => ({ ...askForLines(model), max_tokens: mostForLines }),
  }),
  {
    requirements: ["R1.3", "R4.2"],
    after: "chat/reply/status",
    // What is listed may be more than what the key may call.
    judge: (exchange) =>
      exchange.reply?.status === 403
        ? skip("The key may not call another model of the list.")
        : judgeStatus(exchange, 200),
  },
);

rule(
  "other-model/model",
  "a chat completion of another model does not name the first one",
  {
    requirements: ["R2.5", "R1.3"],
    // A bot that passes calls on may name the model that it chose.
    provenance: "inferred",
    reads: [otherModelCall, replyCall],
    after: ["status", "chat/reply/model"],
  },
  (...read) => {
    const [expected, asked] = read.map((each) => valueAt(sentIn(each), "/model"));
    const [actual, before] = read.map((each) => saidIn(each).model);
    const message = `The reply of ${expected} names ${actual}, which another call had.`;
    return actual === asked && before === asked && { message, expected, actual: String(actual), pointer: "/model" };
  },
);

const mediaCall = billedCall("chat", {
  id: "chat/media",
  says: "a chat completion of a bot that makes pictures or sound",
  allow: "dear",
  model: {
    of: ({ modelList }) => chooseMediaModel(modelList),
    without: { because: "the model list has no bot that makes pictures or sound", isNeedless: true },
  },
  json: (model) => ({ model, messages: [{ role: "user", content: "A small red circle." }], stream: false }),
});

add(mediaCall);

rule("media/status", `${mediaCall.says} is answered with status 200`, { after: "chat/reply/status" }, (exchange) =>
  judgeStatus(exchange, 200),
);

rule(
  "media/content",
  "a bot that makes pictures or sound says in its text where they are",
  { after: "status" },
  (exchange) => {
    const { text, at } = saidIn(exchange);
    const message = "The reply of a media bot is empty.";
    return text.trim() === "" && { message, expected: "the address of what it made", pointer: at.text };
  },
);

/** Sentences of nine words; none of them is less than a token. */
const fillerTimes = 200;

ask(
  billedCall("chat", {
    priority: 40,
    id: "chat/large",
    says: "a chat completion of a prompt of 9000 characters",
    json: (model) => ({
      model,
      messages: [{ role: "user", content: `${filler(fillerTimes)}\n\n${sayLetters}` }],
      max_tokens: shortAnswer,
    }),
  }),
  {
    sentence: "a chat completion of a long prompt is answered or refused, and breaks nothing",
    requirements: ["R4.1", "R7.1"],
    after: "chat/limited/status",
    as: { "prompt-counted": "counted", "as-asked": "text" },
    judge: (exchange) => {
      const status = exchange.reply?.status ?? 0;
      const isRefused = status >= 400 && status < 500 && status !== 429;
      if (!isRefused) return judgeStatus(exchange, 200);
      const form = judgeErrorForm(exchange);
      return form.outcome === "pass" ? skip("The deployment takes no long prompt.") : form;
    },
  },
);
