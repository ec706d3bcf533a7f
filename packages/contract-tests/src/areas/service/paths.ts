import type { Topic } from "../../area.js";
import { isLoopback } from "../../base-url.js";
import { judgeErrorForm } from "../../checks/refusal-rules.js";
import { isUndecided, judgeMediaType, judgeStatus } from "../../checks/reply.js";
import type { Exchange, ExchangePlan } from "../../exchange.js";
import { noSuchModel } from "../../requests/questions.js";
import { broken, pass } from "../../rule.js";
import { inconclusive, type Judged, skip, story } from "../../story.js";
import { listCall } from "../models/list.js";

const told = story("service", { requirements: ["R7.1"], provenance: "inferred" });
const { call, rule } = told;

export const pathsTopic: Topic = told;

/** Less than a photo. */
const largeBodyBytes = 100_000;

const odd = { operationId: "listModels", topic: "docs", isValid: false } as const;

const unknownPath = call("unknown-path", {
  ...odd,
  says: "a request for a path that does not exist",
  call: { target: "/v1/contract-tests%20no%22such%22path%C3%BC" },
});

const wrongMethod = call("wrong-method", {
  ...odd,
  operationId: "createChatCompletion",
  says: "GET on the path of chat completions",
  call: { method: "GET" },
});

const head = call("head", { ...odd, says: "HEAD on the path of the model list", call: { method: "HEAD" } });

const options = call("options", { ...odd, says: "OPTIONS on the path of the model list", call: { method: "OPTIONS" } });

const largeBody = call("large-body", {
  ...odd,
  operationId: "createChatCompletion",
  topic: "errors",
  says: `a chat completion without messages and of ${largeBodyBytes / 1000} KB, with a key that does not exist`,
  call: { json: { model: `${noSuchModel} `.repeat(largeBodyBytes / (noSuchModel.length + 1)) }, key: "wrong" },
});

rule(
  "https",
  "the service is reached over HTTPS",
  { topic: "security", requirements: ["R1.15"], provenance: "stated", reads: [listCall] },
  ({ request: { url } }) => {
    if (url.startsWith("https:")) return undefined;
    if (isLoopback(url)) return skip("A loopback address needs no HTTPS.", "an https address");
    const message = "The base URL is plain HTTP; every request has to use HTTPS.";
    return { message, expected: "https", actual: "http" };
  },
);

rule(
  unknownPath.id,
  "a path that does not exist is answered with 404",
  { provenance: "stated" },
  onStatus((status) => {
    const message = `A path that does not exist was answered with ${status}; expected 404.`;
    // A gateway that asks for more before it looks at the path does no harm.
    const weight = status >= 400 && status < 500 ? { provenance: "inferred" as const } : {};
    return status !== 404 && { message, expected: 404, actual: status, ...weight };
  }),
);

/** A gateway in front of a service may not know its form of errors. */
const ofErrors = { topic: "docs", requirements: ["R2.14", "R7.1"] } as const;

const unknownIsJson = isJson(unknownPath, "a path that does not exist is answered with JSON");

rule(
  `${unknownPath.id}/error`,
  "the error of a path that does not exist has message, type and code, all strings",
  { ...ofErrors, after: [unknownIsJson, "chat/refused/missing-messages/members"] },
  judgeErrorForm,
);

breaksNothing(wrongMethod, "a wrong method is refused with a 4xx status", (status) => status >= 400 && status < 500);

isJson(wrongMethod, "a wrong method is refused with JSON");

rule(
  largeBody.id,
  `a body of ${largeBodyBytes / 1000} KB reaches the service`,
  { requirements: ["R7.1", "R2.14"], level: "should", after: "chat/refused/wrong-key" },
  (exchange) => {
    const verdict = judgeStatus(exchange, 401);
    const isOfService = judgeErrorForm(exchange).outcome === "pass";
    if (verdict.outcome !== "broken" || (isOfService && exchange.reply?.status === 400)) return pass;
    // A limit of its own size that is told as the service tells errors is the service's affair.
    return isOfService ? broken({ ...verdict.finding, provenance: "inferred" }) : verdict;
  },
);

rule(
  `${largeBody.id}/key-first`,
  "a wrong key is refused with status 401, regardless of the body",
  { requirements: ["R5.3", "R7.2"], level: "should", after: largeBody.id },
  (exchange) => judgeStatus(exchange, 401),
);

breaksNothing(head, "HEAD does not make the server fail", (status) => status < 500 || status === 501);

breaksNothing(options, "OPTIONS does not make the server fail", (status) => status < 500 || status === 501);

function isJson({ id }: ExchangePlan, sentence: string) {
  return rule(`${id}/media-type`, sentence, { ...ofErrors, after: [id, "models/list/media-type"] }, (exchange) =>
    judgeMediaType(exchange, "application/json"),
  );
}

function breaksNothing({ id, says }: ExchangePlan, sentence: string, isRight: (status: number) => boolean) {
  rule(
    id,
    sentence,
    { level: "should" },
    onStatus((status) => {
      // A redirect is no answer that a client could take for another one.
      const weight = status >= 300 && status < 400 ? { provenance: "inferred" as const } : {};
      return !isRight(status) && { message: `${says} was answered with ${status}.`, actual: status, ...weight };
    }),
  );
}

function onStatus(judge: (status: number) => Judged): (exchange: Exchange) => Judged {
  return ({ reply }) => {
    if (reply === undefined) return inconclusive("No answer came.");
    return isUndecided(reply.status) ? inconclusive(`It was answered with ${reply.status}.`) : judge(reply.status);
  };
}
