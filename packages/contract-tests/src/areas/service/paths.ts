import { isLoopback } from "../../base-url.js";
import { planned, ruleOn } from "../../checks/define-rule.js";
import { judgeErrorForm } from "../../checks/invalid-request-rules.js";
import { isUndecided, judgeMediaType } from "../../checks/reply.js";
import type { ExchangePlan } from "../../exchange.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import type { WireReply } from "../../wire/wire.js";

const unknownPathCall: ExchangePlan = {
  id: "service/unknown-path",
  operationId: "listModels",
  says: "a request for a path that there is not",
  isValid: false,
  write: () => ({ target: "/v1/contract-tests-no-such-path" }),
};

const wrongMethodCall: ExchangePlan = {
  id: "service/wrong-method",
  operationId: "createChatCompletion",
  says: "GET on the path of chat completions",
  isValid: false,
  write: () => ({ method: "GET" }),
};

const headCall: ExchangePlan = {
  id: "service/head",
  operationId: "listModels",
  says: "HEAD on the path of the model list",
  isValid: false,
  write: () => ({ method: "HEAD" }),
};

const optionsCall: ExchangePlan = {
  id: "service/options",
  operationId: "listModels",
  says: "OPTIONS on the path of the model list",
  isValid: false,
  write: () => ({ method: "OPTIONS" }),
};

/** What belongs to no operation. */
export const servicePathCalls: ExchangePlan[] = [unknownPathCall, wrongMethodCall, headCall, optionsCall];

const plan = planned(servicePathCalls);

/** HTTPS, unknown paths and other methods. */
export const servicePathRules: Rule[] = [
  {
    id: "service/https",
    sentence: "The service is reached by HTTPS.",
    requirements: ["R1.15"],
    provenance: "stated",
    // The address is the caller's choice: plain HTTP to it says little of what the service's users do.
    level: "note",
    exchanges: ["models/list"],
    judge: ([list]) => {
      const address = list?.request.url ?? "";
      if (address.startsWith("https:")) return pass;
      if (isLoopback(address))
        return { outcome: "skip", reason: "A loopback address needs no HTTPS.", needs: "an https address" };
      return broken({
        message: "The base URL is plain HTTP; every request has to use HTTPS.",
        expected: "https",
        actual: "http",
      });
    },
  },
  ruleOn(unknownPathCall, {
    sentence: "a path that there is not is answered with 404",
    requirements: ["R7.1"],
    provenance: "stated",
    judge: ({ reply }) => {
      if (reply === undefined || isUndecided(reply.status)) return unanswered(reply);
      if (reply.status === 404) return pass;
      return broken({
        message: `A path that there is not was answered with ${reply.status}; expected 404.`,
        expected: "404",
        actual: String(reply.status),
        // A gateway that asks for more before it looks at the path does no harm.
        ...(reply.status >= 400 && reply.status < 500 && { provenance: "inferred" as const }),
      });
    },
  }),
  {
    ...ruleOn(unknownPathCall, {
      name: "media-type",
      sentence: "a path that there is not is answered with JSON",
      requirements: ["R2.14", "R7.1"],
      // What stands before a service may not know its form of errors.
      provenance: "inferred",
      judge: (exchange) => judgeMediaType(exchange, "application/json"),
    }),
    after: ["service/unknown-path", "models/list/media-type"],
  },
  {
    ...ruleOn(unknownPathCall, {
      name: "error",
      sentence: "the error of a path that there is not has message, type and code, all strings",
      requirements: ["R2.14", "R7.1"],
      provenance: "inferred",
      judge: (exchange) => judgeErrorForm(exchange, "service"),
    }),
    after: ["service/unknown-path/media-type", "chat/refused/missing-messages/members"],
  },
  noSuccess(
    "service/wrong-method",
    "a wrong method is refused and breaks nothing",
    (status) => status >= 400 && status < 500,
  ),
  {
    ...ruleOn(wrongMethodCall, {
      name: "media-type",
      sentence: "a wrong method is refused with JSON",
      requirements: ["R2.14", "R7.1"],
      // What stands before a service may not know its form of errors.
      provenance: "inferred",
      judge: (exchange) => judgeMediaType(exchange, "application/json"),
    }),
    after: ["service/wrong-method", "models/list/media-type"],
  },
  noSuccess("service/head", "HEAD breaks nothing", (status) => status < 500 || status === 501),
  noSuccess("service/options", "OPTIONS breaks nothing", (status) => status < 500 || status === 501),
];

function noSuccess(id: string, sentence: string, isRight: (status: number) => boolean): Rule {
  return ruleOn(plan(id), {
    sentence,
    requirements: ["R7.1"],
    provenance: "inferred",
    judge: ({ reply, plan: { says } }) => {
      if (reply === undefined || isUndecided(reply.status)) return unanswered(reply);
      return isRight(reply.status)
        ? pass
        : broken({ message: `${says} was answered with ${reply.status}.`, actual: String(reply.status) });
    },
  });
}

function unanswered(reply: WireReply | undefined): Verdict {
  return {
    outcome: "inconclusive",
    reason: reply === undefined ? "No answer came." : `It was answered with ${reply.status}.`,
  };
}
