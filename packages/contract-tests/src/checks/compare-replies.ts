import { valueAt } from "@model-access/contract";
import { dialectOfCall } from "../dialects.js";
import type { Exchange, ExchangePlan } from "../exchange.js";
import { joinedText, plainly, plainText } from "../reading/joined-text.js";
import { saidIn, sentIn } from "../reading/said.js";
import { broken, type Finding, pass, type Rule, type Verdict } from "../rule.js";
import { type After, rule } from "./define-rule.js";
import { picturesSent } from "./pictures.js";
import { bodyOf } from "./reply.js";

/** The rule that all calls of an interface have ids of their own, plain and streamed. */
export function ownIdsRule(first: ExchangePlan, { others, after }: { others: ExchangePlan[]; after: After }): Rule {
  const { name, what, requirements } = dialectOfCall(first);
  const [, ...noun] = what.split(" ");
  return rule(name, "ids-unique", {
    sentence: `each ${noun.join(" ")} has an id of its own`,
    requirements: requirements.slice(0, 1),
    provenance: "upstream",
    reads: [first, ...others],
    takesMissing: true,
    after,
    judge: (all) => {
      const ids = all
        .map((exchange) => ({ exchange, id: saidIn(exchange).id }))
        .filter(({ id }) => typeof id === "string" && id !== "");
      const twice = ids.find(({ id }, index) => ids.findIndex((other) => other.id === id) < index);
      if (twice === undefined) return pass;
      const message = `Two replies have the id ${String(twice.id)}.`;
      return broken({ message, pointer: "/id", exchange: twice.exchange });
    },
  });
}

/** The rule that counts follow what is counted: of a long prompt and a short one, of a long answer and a short one. */
export function countsMoveRule({
  short,
  long,
  after,
}: Record<"short" | "long", ExchangePlan> & { after: After[] }): Rule {
  const { name, requirements } = dialectOfCall(long);
  return rule(name, "usage-grows", {
    sentence: "prompts and answers of different lengths do not count the same tokens",
    requirements: [...requirements, "R8.3"],
    provenance: "upstream",
    reads: { short, long },
    takesMissing: true,
    after,
    judge: (read) => {
      if (read.long === undefined || read.short === undefined) return pass;
      const [longer, shorter] = [saidIn(read.long), saidIn(read.short)];
      if (shorter.prompt !== undefined && longer.prompt !== undefined && longer.prompt <= shorter.prompt)
        return sameCount("prompt", longer.prompt, shorter.prompt, { exchange: read.long, pointer: longer.at.usage });
      if (longer.completion === undefined || longer.completion !== shorter.completion) return pass;
      if (longer.text.length <= 2 * shorter.text.length) return pass;
      const about = { exchange: read.long, pointer: longer.at.usage };
      return sameCount("answer", longer.completion, shorter.completion, about);
    },
  });
}

function sameCount(what: string, long: number, short: number, about: Pick<Finding, "exchange" | "pointer">): Verdict {
  return broken({
    message: `A long ${what} counts ${long} tokens, and a much shorter one ${short}.`,
    expected: `more than ${short}`,
    actual: String(long),
    ...about,
  });
}

/** A plain call and the stream of the same request. */
interface Pair {
  plain: ExchangePlan;
  streamed: ExchangePlan;
  after: After[];
}

/** The rule that a stream counts and says what the plain call of the same request does. */
export function asPlainRule({ plain, streamed, after, name = "usage-as-plain" }: Pair & { name?: string }): Rule {
  const { maxTokens, requirements } = dialectOfCall(plain);
  return rule(streamed, name, {
    sentence: "a streamed reply counts the prompt as the plain one does, and a text of the same length, too",
    requirements: [...requirements, "R8.3", "R6.1"],
    provenance: "upstream",
    reads: { streamed, plain },
    after,
    judge: (read) => {
      const [actual, expected] = [saidIn(read.streamed), saidIn(read.plain)];
      const limits = [read.streamed, read.plain].map((each) => valueAt(sentIn(each), `/${maxTokens}`));
      const isSameText = actual.text === expected.text || (actual.isCut && limits[0] === limits[1]);
      const counts = [
        ...(picturesSent(read.streamed) === picturesSent(read.plain)
          ? [{ what: "prompt", one: actual.prompt, other: expected.prompt }]
          : []),
        ...(isSameText && actual.isCut === expected.isCut
          ? [{ what: "text", one: actual.completion, other: expected.completion }]
          : []),
      ];
      const wrong = counts.find(({ one, other }) => one !== undefined && other !== undefined && one !== other);
      if (wrong === undefined) return pass;
      return broken({
        message: `The same ${wrong.what} counts ${wrong.one} tokens in a stream and ${wrong.other} in the plain reply.`,
        expected: String(wrong.other),
        actual: String(wrong.one),
        pointer: actual.at.usage,
      });
    },
  });
}

/**
 * The rule that a stream's text is that of the plain reply. A model samples: where the second plain reply differs from the
 * first, only that there is a text is judged.
 */
export function streamedTextRule({
  sentence,
  plain,
  streamed,
  again,
  after,
}: Pair & { sentence: string; again: ExchangePlan }): Rule {
  const dialect = dialectOfCall(plain);
  const textOf = (exchange: Exchange | undefined) => plainText(bodyOf(exchange?.reply), dialect.name);
  return rule(streamed, "text", {
    sentence,
    requirements: ["R6.1", ...dialect.requirements.slice(0, 1)],
    provenance: "stated",
    reads: { streamed, plain, again },
    takesMissing: true,
    after,
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
}
