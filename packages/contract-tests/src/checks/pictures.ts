import type { Exchange, ExchangePlan } from "../exchange.js";
import { saidIn, sentIn, wordsSent } from "../reading/said.js";
import { broken, pass, type Rule } from "../rule.js";
import { type After, rule } from "./define-rule.js";

interface Pictures {
  /** Calls of the same question, the second of them with a picture more. */
  fewer: ExchangePlan;
  more: ExchangePlan;
  /** A longer call without pictures, by which a service that counts none is known. */
  none?: ExchangePlan;
  requirements: readonly string[];
  provenance: Rule["provenance"];
  after: After[];
}

/** The rule that each picture of a prompt counts, unless a service counts none. */
export function picturesCountedRule({ fewer, more, none, ...about }: Pictures): Rule {
  return rule(more, "pictures-counted", {
    ...about,
    sentence: "a prompt with a picture more counts more tokens",
    reads: { more, fewer, ...(none && { none }) },
    takesMissing: true,
    judge: (read: { more: Exchange | undefined; fewer: Exchange | undefined; none?: Exchange | undefined }) => {
      const [one, other] = [read.fewer, read.more].map((each) => each && picturesSent(each));
      if (read.more === undefined || read.fewer === undefined || one === undefined || other === one) return pass;
      const [least, actual] = [saidIn(read.fewer).prompt, saidIn(read.more).prompt];
      if (least === undefined || actual === undefined || actual > least) return pass;
      // Without pictures, the shorter question counts no more than the longer one less its further words.
      const most = read.none && (saidIn(read.none).prompt ?? 0) - wordsMore(read.none, read.fewer);
      if (actual === least && one > 0 && !(least > Number(most))) return pass;
      return broken({
        message: `A prompt with ${other} pictures counts ${actual} tokens, and with ${one} of them ${least}.`,
        expected: `more than ${least}`,
        actual: String(actual),
        pointer: saidIn(read.more).at.usage,
      });
    },
  });
}

/** Counts the pictures that a call sent. */
export function picturesSent(exchange: Exchange): number {
  return JSON.stringify(sentIn(exchange) ?? null).split(/"type":"(?:image|image_url|input_image)"/).length - 1;
}

const wordsMore = (longer: Exchange, shorter: Exchange) => wordsSent(sentIn(longer)) - wordsSent(sentIn(shorter));
