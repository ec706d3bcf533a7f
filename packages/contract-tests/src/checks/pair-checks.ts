import { valueAt } from "@model-access/contract";
import type { Topic } from "../area.js";
import type { Exchange, ExchangePlan } from "../exchange.js";
import { joinedText, plainly, plainText } from "../reading/joined-text.js";
import { picturesIn, questionIn, saidIn, sentIn, wordsSent } from "../reading/said.js";
import { toolCallsIn } from "../reading/tool-calls.js";
import { exampleCall } from "../requests/example-call.js";
import { broken, pass, passIf, type Rule } from "../rule.js";
import { wholeStreamOf } from "./answer-rules.js";
import { type Asked, askedBy } from "./asked.js";
import { rule } from "./define-rule.js";
import { bodyOf } from "./reply.js";
import { sameId } from "./tool-calls.js";

interface Called extends Asked {
  plan: ExchangePlan;
  question: string;
  pictures: number;
  limit: unknown;
}

/** The rule that compares a stream with other calls of its interface, named after the stream; undefined where it fits none. */
type PairCheck = (streamed: Called, calls: Called[], plans: ExchangePlan[]) => Rule | undefined;

/** Calls up to this priority are made in most runs. */
const mostPriority = 10;

/** Adds the rules that compare calls of an interface: what they ask decides which are compared. */
export function withPairs(topic: Topic): Topic {
  const calls = topic.exchanges.flatMap((plan) => calledBy(plan) ?? []);
  const streams = calls.filter(({ isStreamed }) => isStreamed);
  const pairs = streams.flatMap((streamed) => pairChecks.map((check) => check(streamed, calls, topic.exchanges)));
  return { ...topic, rules: [...topic.rules, ...pairs.flatMap((each) => each ?? []), ownIdsRule(calls)] };
}

function calledBy(plan: ExchangePlan): Called | undefined {
  const asked = askedBy(plan);
  if (asked === undefined || !plan.isValid || plan.allow !== undefined) return undefined;
  const body = exampleCall(plan)?.json;
  return {
    ...asked,
    plan,
    question: questionIn(body),
    pictures: picturesIn(body),
    limit: valueAt(body, `/${asked.dialect.maxTokens}`),
  };
}

const isPlain = ({ isStreamed }: Called) => !isStreamed;

function gateOf({ plan, isForTool, isFirst, isStreamed, isForText }: Called): string {
  if (isForTool) return `${plan.id}/call`;
  if (isStreamed) return `${plan.id}/${isFirst ? "schema" : "events"}`;
  return `${plan.id}/${isForText ? "usage-counted" : "status"}`;
}

/**
 * A stream's text is that of the plain reply. A model samples: where the second plain reply differs from the first, only that
 * there is a text is judged.
 */
const streamedText: PairCheck = ({ plan: streamed, dialect, isFirst }, _calls, plans) => {
  const again = plans.find(({ repeats }) => repeats?.streamed === streamed.id);
  const plain = plans.find(({ id }) => id === again?.repeats?.plain);
  if (again === undefined || plain === undefined) return undefined;
  const textOf = (exchange: Exchange | undefined) => plainText(bodyOf(exchange?.reply), dialect.name);
  const ofFirst = wholeStreamOf(streamed.operationId).filter((id) =>
    /\/(identity|order|complete|nothing-after-end)$/.test(id),
  );
  return rule(streamed, "text", {
    sentence: `the text of ${streamed.says} is that of the plain reply`,
    requirements: ["R6.1", ...dialect.requirements.slice(0, 1)],
    provenance: "stated",
    reads: { streamed, plain, again },
    takesMissing: true,
    after: isFirst ? [`${plain.id}/text`, ...ofFirst] : [`${plain.id}/status`, `${dialect.name}/stream/text`, "events"],
    judge: (read) => {
      if (read.plain?.reply?.status !== 200 || read.streamed === undefined)
        return { outcome: "blocked", reason: "There is no plain reply to compare with." };
      const [expected, actual] = [textOf(read.plain), joinedText(read.streamed.stream().payloads, dialect.name)];
      if (expected === "") return { outcome: "skip", reason: "The plain reply has no text to compare with." };
      const finding = { expected: expected.slice(0, 200), actual: actual.slice(0, 200) };
      if (actual === "")
        return broken({
          message: "The stream has no text, and the plain reply to the same question has one.",
          ...finding,
        });
      if (plainly(actual) === plainly(expected) || plainly(textOf(read.again)) !== plainly(expected)) return pass;
      const message = "The pieces of the stream, joined, are not the text that the plain call gave twice.";
      return broken({ message, ...finding });
    },
  });
};

/** A stream counts and says what the plain call of the same question and limit does. */
const asPlain: PairCheck = (streamed, calls) => {
  const { dialect, hasUsage, isForTool, question, limit } = streamed;
  const plain = calls.find((each) => isPlain(each) && each.question === question && each.limit === limit);
  if (plain === undefined || !hasUsage || isForTool) return undefined;
  const isChat = dialect.name === "chat";
  return rule(streamed.plan, isChat ? "as-plain" : "usage-as-plain", {
    sentence: "a streamed reply counts the prompt as the plain one does, and a text of the same length, too",
    requirements: [...dialect.requirements, "R8.3", "R6.1"],
    provenance: "upstream",
    reads: { streamed: streamed.plan, plain: plain.plan },
    after: [
      ...new Set([gateOf(streamed), gateOf(plain), `${dialect.name}/reply/usage-counted`]),
      ...(isChat ? ["usage"] : []),
    ],
    judge: (read) => {
      const [actual, expected] = [saidIn(read.streamed), saidIn(read.plain)];
      const [one, other] = [read.streamed, read.plain].map((each) => picturesIn(sentIn(each)));
      const isSameText = actual.text === expected.text || actual.isCut;
      const counts = [
        ...(one === other ? [{ what: "prompt", one: actual.prompt, other: expected.prompt }] : []),
        ...(isSameText && actual.isCut === expected.isCut
          ? [{ what: "text", one: actual.completion, other: expected.completion }]
          : []),
      ];
      const wrong = counts.find((each) => ![undefined, each.other].includes(each.one) && each.other !== undefined);
      if (wrong === undefined) return pass;
      return broken({
        message: `The same ${wrong.what} counts ${wrong.one} tokens in a stream and ${wrong.other} in the plain reply.`,
        expected: wrong.other,
        actual: wrong.one,
        pointer: actual.at.usage,
      });
    },
  });
};

const plainForTool = (calls: Called[]) => calls.find((each) => isPlain(each) && each.isForTool);

/** Calls of tools in two replies have ids of their own. */
const ownCallIds: PairCheck = (later, calls) => {
  const earlier = plainForTool(calls);
  if (!later.isForTool || earlier === undefined) return undefined;
  return rule(later.plan, "own-id", {
    sentence: "two calls of a tool have not the same id",
    requirements: later.dialect.tools.requirements,
    provenance: "upstream",
    reads: { later: later.plan, earlier: earlier.plan },
    after: [gateOf(later), gateOf(earlier)],
    judge: (read) => {
      const known = toolCallsIn(read.earlier).map(({ id }) => id);
      const twice = toolCallsIn(read.later).find(({ id }) => known.includes(id));
      return twice === undefined ? pass : sameId(twice);
    },
  });
};

/** No call of several is lost: a model may make fewer, and then it writes fewer tokens. Other interfaces ask two models, or for other tools. */
const asManyCalls: PairCheck = (streamed, calls) => {
  const plain = plainForTool(calls);
  const { name, tools } = streamed.dialect;
  if (name !== "chat" || !streamed.isForTool || plain === undefined) return undefined;
  return rule(streamed.plan, "as-many", {
    sentence: "a plain and a streamed reply of the same tokens have as many calls of tools",
    requirements: tools.requirements,
    provenance: "observed",
    reads: [plain.plan, streamed.plan],
    after: [gateOf(plain), gateOf(streamed)],
    judge: (read) => {
      const [one, other] = read.map((exchange) => ({
        calls: toolCallsIn(exchange).length,
        tokens: saidIn(exchange).completion,
        exchange,
      }));
      if (one?.tokens === undefined || other?.tokens === undefined) return pass;
      const [less, more] = one.calls < other.calls ? [one, other] : [other, one];
      return passIf(less.calls === more.calls || Number(less.tokens) < Number(more.tokens), {
        message: `Of two replies of ${more.tokens} and ${less.tokens} tokens, one has ${more.calls} calls of tools, and this one ${less.calls}.`,
        expected: more.calls,
        actual: less.calls,
        pointer: tools.list,
        exchange: less.exchange,
      });
    },
  });
};

/** Each picture of a prompt counts, unless a service counts none. */
const picturesCounted: PairCheck = (streamed, calls) => {
  const { dialect, question, pictures } = streamed;
  const plain = calls.find((each) => isPlain(each) && each.question === question && each.pictures !== pictures);
  if (plain === undefined) return undefined;
  const [fewer, more] = plain.pictures < pictures ? [plain, streamed] : [streamed, plain];
  // A longer call without pictures, by which a service that counts none is known.
  const none = fewer.pictures > 0 ? calls.find(({ isForNoTool }) => isForNoTool) : undefined;
  const counted = none && `${none.plan.id}/prompt-counted`;
  return rule(streamed.plan, dialect.name === "responses" ? "picture-counted" : "pictures-counted", {
    sentence: "a prompt with a picture more counts more tokens",
    requirements: [...dialect.requirements.slice(0, 1), "R8.3"],
    provenance: "observed",
    reads: { more: more.plan, fewer: fewer.plan, ...(none && { none: none.plan }) },
    takesMissing: true,
    after: [gateOf(streamed), gateOf(plain), ...(counted ? [counted] : [])],
    judge: (read: { more: Exchange | undefined; fewer: Exchange | undefined; none?: Exchange | undefined }) => {
      if (read.more === undefined || read.fewer === undefined) return pass;
      const [one, other] = [read.fewer, read.more].map((each) => picturesIn(sentIn(each)));
      if (one === undefined || other === one)
        return { outcome: "skip", reason: "The model list names no pictures with this model." };
      const [least, actual] = [saidIn(read.fewer).prompt, saidIn(read.more).prompt];
      if (least === undefined || actual === undefined || actual > least) return pass;
      // Without pictures, the shorter question counts no more than the longer one less its further words.
      const most = read.none && (saidIn(read.none).prompt ?? 0) - wordsMore(read.none, read.fewer);
      if (actual === least && one > 0 && !(least > Number(most))) return pass;
      return broken({
        message: `A prompt with ${other} pictures counts ${actual} tokens, and with ${one} of them ${least}.`,
        expected: `more than ${least}`,
        actual,
        pointer: saidIn(read.more).at.usage,
        exchange: read.more,
      });
    },
  });
};

const wordsMore = (longer: Exchange, shorter: Exchange) => wordsSent(sentIn(longer)) - wordsSent(sentIn(shorter));

const pairChecks = [streamedText, asPlain, ownCallIds, asManyCalls, picturesCounted];

/** All calls of an interface have ids of their own, plain and streamed. */
function ownIdsRule(calls: Called[]): Rule {
  const made = calls.filter(({ plan }) => (plan.priority ?? 0) < mostPriority);
  const { name = "", what = "", requirements = [] } = made[0]?.dialect ?? {};
  const [, ...noun] = what.split(" ");
  return rule(name, "ids-unique", {
    sentence: `each ${noun.join(" ")} has an id of its own`,
    requirements: requirements.slice(0, 1),
    provenance: "upstream",
    reads: made.map(({ plan }) => plan),
    takesMissing: true,
    after: `${name}/reply/schema`,
    judge: (all) => {
      const ids = all
        .map((exchange) => ({ exchange, id: saidIn(exchange).id }))
        .filter(({ id }) => typeof id === "string" && id !== "");
      const twice = ids.find(({ id }, index) => ids.findIndex((other) => other.id === id) < index);
      if (twice === undefined) return pass;
      return broken({ message: `Two replies have the id ${twice.id}.`, pointer: "/id", exchange: twice.exchange });
    },
  });
}
