import { isLoopback } from "../../base-url.js";
import { rule } from "../../checks/define-rule.js";
import { judgeErrorForm } from "../../checks/refusal-rules.js";
import { isUndecided, judgeMediaType, judgeStatus } from "../../checks/reply.js";
import type { Call, ExchangePlan } from "../../exchange.js";
import { noSuchModel } from "../../requests/short-question.js";
import { broken, pass, passIf, type Rule, type Verdict } from "../../rule.js";
import type { WireReply } from "../../wire/wire.js";
import { listCall } from "../models/list.js";

/** Less than a photo. */
const largeBodyBytes = 100_000;

const odd = (name: string, says: string, call: Call, about: Partial<ExchangePlan> = {}): ExchangePlan => ({
  id: `service/${name}`,
  operationId: "listModels",
  topic: "docs",
  says,
  isValid: false,
  write: () => call,
  ...about,
});

const unknownPath = odd("unknown-path", "a request for a path that does not exist", {
  target: "/v1/contract-tests%20no%22such%22path%C3%BC",
});

const getOfChat = "GET on the path of chat completions";

const wrongMethod = odd("wrong-method", getOfChat, { method: "GET" }, { operationId: "createChatCompletion" });

const head = odd("head", "HEAD on the path of the model list", { method: "HEAD" });

const options = odd("options", "OPTIONS on the path of the model list", { method: "OPTIONS" });

const large = `a chat completion without messages and of ${largeBodyBytes / 1000} KB, with a key that does not exist`;

const longName = `${noSuchModel} `.repeat(largeBodyBytes / (noSuchModel.length + 1));

const largeBody = odd(
  "large-body",
  large,
  { json: { model: longName }, key: "wrong" },
  { operationId: "createChatCompletion", topic: "errors" },
);

/** Calls that belong to no operation, or to any. */
export const servicePathCalls: ExchangePlan[] = [unknownPath, wrongMethod, head, options, largeBody];

/** A gateway in front of a service may not know its form of errors. */
const about = { topic: "docs", requirements: ["R2.14", "R7.1"], provenance: "inferred" } as const;

const unknownIsJson = rule(unknownPath, "media-type", {
  ...about,
  sentence: "a path that does not exist is answered with JSON",
  after: [unknownPath.id, "models/list/media-type"],
  judge: (exchange) => judgeMediaType(exchange, "application/json"),
});

/** HTTPS, unknown paths and other methods. */
export const servicePathRules: Rule[] = [
  rule("service", "https", {
    topic: "security",
    sentence: "the service is reached over HTTPS",
    requirements: ["R1.15"],
    provenance: "stated",
    reads: { list: listCall },
    judge: ({ list }) => {
      const address = list.request.url;
      if (address.startsWith("https:")) return pass;
      if (isLoopback(address))
        return { outcome: "skip", reason: "A loopback address needs no HTTPS.", needs: "an https address" };
      const message = "The base URL is plain HTTP; every request has to use HTTPS.";
      return broken({ message, expected: "https", actual: "http" });
    },
  }),
  rule(unknownPath, "", {
    sentence: "a path that does not exist is answered with 404",
    requirements: ["R7.1"],
    provenance: "stated",
    judge: ({ reply }) =>
      judgeDecided(reply, ({ status }) => {
        const message = `A path that does not exist was answered with ${status}; expected 404.`;
        // A gateway that asks for more before it looks at the path does no harm.
        const weight = status >= 400 && status < 500 ? { provenance: "inferred" as const } : {};
        return passIf(status === 404, { message, expected: 404, actual: status, ...weight });
      }),
  }),
  unknownIsJson,
  rule(unknownPath, "error", {
    ...about,
    sentence: "the error of a path that does not exist has message, type and code, all strings",
    after: [unknownIsJson, "chat/refused/missing-messages/members"],
    judge: judgeErrorForm,
  }),
  breaksNothing(wrongMethod, "a wrong method is refused with a 4xx status", (status) => status >= 400 && status < 500),
  rule(wrongMethod, "media-type", {
    ...about,
    sentence: "a wrong method is refused with JSON",
    after: [wrongMethod.id, "models/list/media-type"],
    judge: (exchange) => judgeMediaType(exchange, "application/json"),
  }),
  rule(largeBody, "", {
    sentence: `a body of ${largeBodyBytes / 1000} KB reaches the service`,
    requirements: ["R7.1", "R2.14"],
    provenance: "inferred",
    level: "should",
    after: "chat/refused/wrong-key",
    judge: (exchange) => {
      const verdict = judgeStatus(exchange, 401);
      const isOfService = judgeErrorForm(exchange).outcome === "pass";
      if (verdict.outcome !== "broken" || (isOfService && exchange.reply?.status === 400)) return pass;
      // A limit of its own size that is told as the service tells errors is the service's affair.
      return isOfService ? broken({ ...verdict.finding, provenance: "inferred" }) : verdict;
    },
  }),
  rule(largeBody, "key-first", {
    sentence: "a wrong key is refused with status 401, regardless of the body",
    requirements: ["R5.3", "R7.2"],
    provenance: "inferred",
    level: "should",
    after: largeBody.id,
    judge: (exchange) => judgeStatus(exchange, 401),
  }),
  breaksNothing(head, "HEAD does not make the server fail", (status) => status < 500 || status === 501),
  breaksNothing(options, "OPTIONS does not make the server fail", (status) => status < 500 || status === 501),
];

function breaksNothing(plan: ExchangePlan, sentence: string, isRight: (status: number) => boolean): Rule {
  return rule(plan, "", {
    sentence,
    requirements: ["R7.1"],
    provenance: "inferred",
    level: "should",
    judge: ({ reply }) =>
      judgeDecided(reply, ({ status }) => {
        const message = `${plan.says} was answered with ${status}.`;
        // A redirect is no answer that a client could take for another one.
        const weight = status >= 300 && status < 400 ? { provenance: "inferred" as const } : {};
        return passIf(isRight(status), { message, actual: status, ...weight });
      }),
  });
}

function judgeDecided(reply: WireReply | undefined, judge: (reply: WireReply) => Verdict): Verdict {
  if (reply !== undefined && !isUndecided(reply.status)) return judge(reply);
  const reason = reply === undefined ? "No answer came." : `It was answered with ${reply.status}.`;
  return { outcome: "inconclusive", reason };
}
