import { valueAt } from "@model-access/contract";
import type { Topic } from "../area.js";
import type { Exchange, ExchangePlan } from "../exchange.js";
import { joinedText, plainly, plainText } from "../reading/joined-text.js";
import { picturesIn, questionIn, saidIn, sentIn, wordsSent } from "../reading/said.js";
import { toolCallsIn } from "../reading/tool-calls.js";
import { exampleCall } from "../requests/example-call.js";
import { blocked, skip, story } from "../story.js";
import { wholeStreamOf } from "./answer-rules.js";
import { type Asked, askedBy } from "./asked.js";
import { bodyOf } from "./reply.js";
import { sameId } from "./tool-calls.js";

interface Called extends Asked {
  plan: ExchangePlan;
  question: string;
  pictures: number;
  limit: unknown;
}

/** Tells the rule that compares a stream with other calls of its interface, named after the stream, if it fits any. */
type PairCheck = (
  rule: ReturnType<typeof story>["rule"],
  streamed: Called,
  calls: Called[],
  plans: ExchangePlan[],
) => void;

/** Calls up to this priority are made in most runs. */
const mostPriority = 10;

/** Adds the rules that compare calls of an interface: what they ask decides which are compared. */
export function withPairs(topic: Topic): Topic {
  const calls = topic.exchanges.flatMap((plan) => calledBy(plan) ?? []);
  const { name = "", what = "", requirements = [] } = calls[0]?.dialect ?? {};
  const { rule, rules } = story(name, { requirements: requirements.slice(0, 1), provenance: "upstream" });
  for (const streamed of calls.filter(({ isStreamed }) => isStreamed))
    for (const check of pairChecks) check(rule, streamed, calls, topic.exchanges);
  const made = calls.filter(({ plan }) => (plan.priority ?? 0) < mostPriority);
  rule(
    "ids-unique",
    `each ${what.replace(/^an? /, "")} has an id of its own`,
    { reads: made.map(({ plan }) => plan), takesMissing: true, after: `${name}/reply/schema` },
    (...read) => {
      const ids = read.flatMap((exchange) => (exchange ? [{ exchange, id: saidIn(exchange).id }] : []));
      const told = ids.filter(({ id }) => typeof id === "string" && id !== "");
      const twice = told.find(({ id }, index) => told.findIndex((other) => other.id === id) < index);
      return twice && { message: `Two replies have the id ${twice.id}.`, pointer: "/id", exchange: twice.exchange };
    },
  );
  return { ...topic, rules: [...topic.rules, ...rules] };
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
const streamedText: PairCheck = (rule, { plan: streamed, dialect, isFirst }, _calls, plans) => {
  const again = plans.find(({ repeats }) => repeats?.streamed === streamed.id);
  const plain = plans.find(({ id }) => id === again?.repeats?.plain);
  if (again === undefined || plain === undefined) return;
  const textOf = (exchange: Exchange | undefined) => plainText(bodyOf(exchange?.reply), dialect.name);
  const ofFirst = wholeStreamOf(streamed.operationId).filter((id) =>
    /\/(identity|order|complete|nothing-after-end)$/.test(id),
  );
  rule(
    `${streamed.id}/text`,
    `the text of ${streamed.says} is that of the plain reply`,
    {
      requirements: ["R6.1", ...dialect.requirements.slice(0, 1)],
      provenance: "stated",
      reads: [streamed, plain, again],
      takesMissing: true,
      after: isFirst
        ? [`${plain.id}/text`, ...ofFirst]
        : [`${plain.id}/status`, `${dialect.name}/stream/text`, "events"],
    },
    (streamed, plain, again) => {
      if (plain?.reply?.status !== 200 || streamed === undefined)
        return blocked("There is no plain reply to compare with.");
      const [expected, actual] = [textOf(plain), joinedText(streamed.stream().payloads, dialect.name)];
      if (expected === "") return skip("The plain reply has no text to compare with.");
      const finding = { expected: expected.slice(0, 200), actual: actual.slice(0, 200) };
      const none = "The stream has no text, and the plain reply to the same question has one.";
      if (actual === "") return { message: none, ...finding };
      const message = "The pieces of the stream, joined, are not the text that the plain call gave twice.";
      const isOther = plainly(actual) !== plainly(expected) && plainly(textOf(again)) === plainly(expected);
      return isOther && { message, ...finding };
    },
  );
};

/** All that a call has for the model to read, as it is sent: pictures and blocks count otherwise. */
const promptSent = (exchange: Exchange) =>
  JSON.stringify(["messages", "input", "system"].map((name) => valueAt(sentIn(exchange), `/${name}`)));

/** A stream counts and says what the plain call of the same question and limit does. */
const asPlain: PairCheck = (rule, streamed, calls) => {
  const { dialect, hasUsage, isForTool, question, limit } = streamed;
  const plain = calls.find((each) => isPlain(each) && each.question === question && each.limit === limit);
  if (plain === undefined || !hasUsage || isForTool) return;
  const isChat = dialect.name === "chat";
  const gates = new Set([gateOf(streamed), gateOf(plain), `${dialect.name}/reply/usage-counted`]);
  rule(
    `${streamed.plan.id}/${isChat ? "as-plain" : "usage-as-plain"}`,
    "a streamed reply counts the prompt as the plain one does, and a text of the same length, too",
    {
      requirements: [...dialect.requirements, "R8.3", "R6.1"],
      reads: [streamed.plan, plain.plan],
      after: [...gates, ...(isChat ? ["usage"] : [])],
    },
    (...read) => {
      const [actual, expected] = [saidIn(read[0]), saidIn(read[1])];
      const [one, other] = read.map(promptSent);
      const isSameText = actual.text === expected.text || actual.isCut;
      const counts = [
        ...(one === other ? [{ what: "prompt", one: actual.prompt, other: expected.prompt }] : []),
        ...(isSameText && actual.isCut === expected.isCut
          ? [{ what: "text", one: actual.completion, other: expected.completion }]
          : []),
      ];
      const wrong = counts.find((each) => ![undefined, each.other].includes(each.one) && each.other !== undefined);
      const message = `The same ${wrong?.what} counts ${wrong?.one} tokens in a stream and ${wrong?.other} in the plain reply.`;
      return wrong && { message, expected: wrong.other, actual: wrong.one, pointer: actual.at.usage };
    },
  );
};

const plainForTool = (calls: Called[]) => calls.find((each) => isPlain(each) && each.isForTool);

/** Calls of tools in two replies have ids of their own. */
const ownCallIds: PairCheck = (rule, later, calls) => {
  const earlier = plainForTool(calls);
  if (!later.isForTool || earlier === undefined) return;
  rule(
    `${later.plan.id}/own-id`,
    "two calls of a tool have not the same id",
    {
      requirements: later.dialect.tools.requirements,
      reads: [later.plan, earlier.plan],
      after: [gateOf(later), gateOf(earlier)],
    },
    (later, earlier) => {
      const known = toolCallsIn(earlier).map(({ id }) => id);
      const twice = toolCallsIn(later).find(({ id }) => known.includes(id));
      return twice && sameId(twice);
    },
  );
};

/** No call of several is lost: a model may make fewer, and then it writes fewer tokens. Other interfaces ask two models, or for other tools. */
const asManyCalls: PairCheck = (rule, streamed, calls) => {
  const plain = plainForTool(calls);
  const { name, tools } = streamed.dialect;
  if (name !== "chat" || !streamed.isForTool || plain === undefined) return;
  rule(
    `${streamed.plan.id}/as-many`,
    "a plain and a streamed reply of the same tokens have as many calls of tools",
    {
      requirements: tools.requirements,
      provenance: "observed",
      reads: [plain.plan, streamed.plan],
      after: [gateOf(plain), gateOf(streamed)],
    },
    (...read) => {
      const counted = read.map((exchange) => ({
        calls: toolCallsIn(exchange).length,
        tokens: saidIn(exchange).completion,
        exchange,
      }));
      const [less, more] = counted.toSorted((one, other) => one.calls - other.calls);
      if (less?.tokens === undefined || more?.tokens === undefined) return undefined;
      const message = `Of two replies of ${more.tokens} and ${less.tokens} tokens, one has ${more.calls} calls of tools, and this one ${less.calls}.`;
      const fault = { message, expected: more.calls, actual: less.calls, pointer: tools.list, exchange: less.exchange };
      return less.calls !== more.calls && less.tokens >= more.tokens && fault;
    },
  );
};

/** Each picture of a prompt counts, unless a service counts none. */
const picturesCounted: PairCheck = (rule, streamed, calls) => {
  const { dialect, question, pictures } = streamed;
  const plain = calls.find((each) => isPlain(each) && each.question === question && each.pictures !== pictures);
  if (plain === undefined) return;
  const [fewer, more] = plain.pictures < pictures ? [plain, streamed] : [streamed, plain];
  // A longer call without pictures, by which a service that counts none is known.
  const none = fewer.pictures > 0 ? calls.find(({ isForNoTool }) => isForNoTool) : undefined;
  rule(
    `${streamed.plan.id}/${dialect.name === "responses" ? "picture-counted" : "pictures-counted"}`,
    "a prompt with a picture more counts more tokens",
    {
      requirements: [...dialect.requirements.slice(0, 1), "R8.3"],
      provenance: "observed",
      reads: [more.plan, fewer.plan, ...(none ? [none.plan] : [])],
      takesMissing: true,
      after: [gateOf(streamed), gateOf(plain), ...(none ? [`${none.plan.id}/prompt-counted`] : [])],
    },
    (more, fewer, none) => {
      if (more === undefined || fewer === undefined) return undefined;
      const [one, other] = [fewer, more].map((each) => picturesIn(sentIn(each)));
      if (one === undefined || other === one) return skip("The model list names no pictures with this model.");
      const [least, actual] = [saidIn(fewer).prompt, saidIn(more).prompt];
      if (least === undefined || actual === undefined || actual > least) return undefined;
      // Without pictures, the shorter question counts no more than the longer one less its further words.
      const most = none && (saidIn(none).prompt ?? 0) - wordsMore(none, fewer);
      if (actual === least && one > 0 && !(least > Number(most))) return undefined;
      const message = `A prompt with ${other} pictures counts ${actual} tokens, and with ${one} of them ${least}.`;
      return { message, expected: `more than ${least}`, actual, pointer: saidIn(more).at.usage, exchange: more };
    },
  );
};

const wordsMore = (longer: Exchange, shorter: Exchange) => wordsSent(sentIn(longer)) - wordsSent(sentIn(shorter));

const pairChecks = [streamedText, asPlain, ownCallIds, asManyCalls, picturesCounted];
