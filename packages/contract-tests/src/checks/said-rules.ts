import { type Provenance, valueAt } from "@model-access/contract";
import type { Dialect } from "../dialects.js";
import type { Exchange, ExchangePlan } from "../exchange.js";
import { recordsOf } from "../reading/choose-model.js";
import { type Said, saidIn, sentIn, textAskedFor, wordsSent } from "../reading/said.js";
import { broken, levelOf, pass, type Rule, type Verdict } from "../rule.js";
import { bodyOf } from "./reply.js";
import { judgeTextAsAsked } from "./text-as-asked.js";
import { judgeTime } from "./time.js";
import { judgeUsageSum } from "./usage.js";

/** What can be judged of any reply, whatever its interface. */
export type SaidCheck = keyof typeof checks;

/** A reply as a check sees it. */
interface Seen {
  said: Said;
  sent: unknown;
  exchange: Exchange;
  dialect: Dialect;
  /** The other calls that the check reads. */
  others: Exchange[];
}

interface Check {
  /** To follow the call's own words. */
  says: string;
  provenance: Provenance;
  requirements: string[];
  /** Ids of other calls that it reads. */
  reads?: string[];
  judge(seen: Seen): Verdict;
}

/** A share of the words that were sent: none of them is less than a token. */
const leastTokensPerWord = 0.95;

const checks = {
  model: {
    says: "names no other model of the list than the one that was called",
    // A bot that passes calls on may name the model that it chose; that is one of its provider's, and seldom one of the list.
    provenance: "observed",
    requirements: ["R2.5"],
    reads: ["models/list"],
    judge: ({ said, sent, others }) => judgeModel(valueAt(sent, "/model"), said, others[0]),
  },
  created: {
    says: "has its time in seconds, and about now",
    provenance: "upstream",
    requirements: [],
    judge: ({ said, exchange }) => judgeTime(said.created, { pointer: said.at.created, reply: exchange.reply }),
  },
  "usage-sum": {
    says: "counts tokens that add up",
    provenance: "upstream",
    requirements: ["R8.3"],
    judge: ({ said, dialect }) =>
      judgeUsageSum(said.usage, [dialect.counts.prompt[0] ?? "", dialect.counts.completion], said.at.usage),
  },
  "prompt-counted": {
    says: "counts tokens for all that was sent",
    provenance: "upstream",
    requirements: ["R8.3"],
    judge: judgePromptCounted,
  },
  "text-counted": {
    says: "counts tokens for all of its text",
    provenance: "upstream",
    requirements: ["R8.3"],
    judge: judgeTextCounted,
  },
  "as-asked": {
    says: "has the text that was asked for, whole and in its order",
    // What a model makes of a text can't be told from what is made of it on the way, where it is the only one.
    provenance: "observed",
    requirements: ["R6.1"],
    judge: ({ said, sent }) => {
      const expected = textAskedFor(sent);
      if (expected === undefined) return { outcome: "skip", reason: "The call asks for no text word by word." };
      return judgeTextAsAsked(said.text, { expected, isCut: said.isCut, pointer: "" });
    },
  },
  cut: {
    says: "says that a limit of tokens ended it where one did, and not where none did",
    provenance: "upstream",
    requirements: [],
    judge: judgeCut,
  },
} satisfies Record<string, Check>;

/** The rules that are the same for all interfaces, on one call. Each hangs on the rule of the call that is named. */
export function saidRules(
  plan: ExchangePlan,
  dialect: Dialect,
  { names, after }: { names: SaidCheck[]; after: string[] },
): Rule[] {
  return names.map((name): Rule => {
    const check: Check = checks[name];
    return {
      id: `${plan.id}/${name}`,
      sentence: `${plan.says.charAt(0).toUpperCase()}${plan.says.slice(1)} ${check.says}.`,
      requirements: [...new Set([...dialect.requirements, ...check.requirements])],
      provenance: check.provenance,
      level: levelOf(check.provenance),
      exchanges: [plan.id, ...(check.reads ?? [])],
      after,
      judge: ([exchange, ...others]) => {
        if (exchange === undefined) return { outcome: "blocked", reason: "There is no reply." };
        return check.judge({ said: saidIn(exchange, dialect), sent: sentIn(exchange), exchange, dialect, others });
      },
    };
  });
}

/** A dated name and the short one of the same model begin alike. */
function judgeModel(asked: unknown, { model: said, at }: Said, list: Exchange | undefined): Verdict {
  const ids = recordsOf(bodyOf(list?.reply)).map((record) => valueAt(record, "/id"));
  if (typeof asked !== "string" || typeof said !== "string" || !ids.includes(said)) return pass;
  const record = recordsOf(bodyOf(list?.reply)).find((each) => valueAt(each, "/id") === said);
  const names = [said, String(valueAt(record, "/metadata/display_name") ?? said)].map((name) => name.toLowerCase());
  if (names.some((name) => name.startsWith(asked.toLowerCase()) || asked.toLowerCase().startsWith(name))) return pass;
  return broken({
    message: `The reply of ${asked} names ${said}, which is another model of the list.`,
    expected: asked,
    actual: said,
    pointer: at.model,
  });
}

function judgePromptCounted({ said, sent }: Seen): Verdict {
  const words = wordsSent(sent);
  const least = Math.ceil(leastTokensPerWord * words);
  if (said.prompt === undefined || said.prompt >= least) return pass;
  return broken({
    message: `A prompt of ${words} words counts ${said.prompt} tokens.`,
    expected: `at least ${least}`,
    actual: String(said.prompt),
    pointer: said.at.usage,
  });
}

function judgeTextCounted({ said, sent, dialect }: Seen): Verdict {
  const words = said.text.split(/\s+/).filter(Boolean).length;
  const { completion } = said;
  const most = Number(valueAt(sent, `/${dialect.maxTokens}`) ?? Number.POSITIVE_INFINITY);
  if (completion === undefined || (completion >= leastTokensPerWord * words && completion <= most)) return pass;
  const limit = Number.isFinite(most) ? `, and the limit is ${most}` : "";
  return broken({
    message: `A text of ${words} words counts ${completion} tokens${limit}.`,
    expected: Number.isFinite(most) ? `${words} to ${most}` : `at least ${words}`,
    actual: String(completion),
    pointer: said.at.usage,
  });
}

/** Where all tokens were used, the last one may have been the end by itself: half of them can't be. */
function judgeCut({ said, sent, dialect }: Seen): Verdict {
  const most = valueAt(sent, `/${dialect.maxTokens}`);
  if (typeof most !== "number" || said.completion === undefined || typeof said.finish !== "string") return pass;
  const isShort = said.completion > 0 && said.completion < most / 2;
  if (!said.isCut || !isShort) return pass;
  return broken({
    message: `The reply has ${said.completion} of ${most} tokens, and says ${JSON.stringify(said.finish)}.`,
    expected: `not ${said.finish}`,
    actual: said.finish,
    pointer: said.at.finish,
  });
}

/** The rule that all calls of an interface have ids of their own, plain and streamed. */
export function ownIdsRule(dialect: Dialect, { plans, after }: { plans: string[]; after: string }): Rule {
  const [article = "", ...noun] = dialect.what.split(" ");
  return {
    id: `${dialect.name}/ids-unique`,
    sentence: `Each ${noun.join(" ") || article} has an id of its own.`,
    requirements: [dialect.requirements[0] ?? ""],
    provenance: "upstream",
    level: levelOf("upstream"),
    exchanges: plans,
    takesMissing: true,
    after,
    judge: (all) => {
      const ids = all
        .map((exchange) => ({ exchange, id: saidIn(exchange, dialect).id }))
        .filter(({ id }) => typeof id === "string" && id !== "");
      const twice = ids.find(({ id }, index) => ids.findIndex((other) => other.id === id) < index);
      if (twice === undefined) return pass;
      const message = `Two replies have the id ${String(twice.id)}.`;
      return broken({ message, pointer: "/id", exchange: twice.exchange });
    },
  };
}

/** The rule that counts follow what is counted: of a long prompt and a short one, of a long answer and a short one. */
export function countsMoveRule(
  dialect: Dialect,
  { short, long, after }: { short: string; long: string; after: string[] },
): Rule {
  return {
    id: `${dialect.name}/usage-grows`,
    sentence: "Prompts and answers of different lengths do not count the same tokens.",
    requirements: [...new Set([...dialect.requirements, "R8.3"])],
    provenance: "upstream",
    level: levelOf("upstream"),
    exchanges: [long, short],
    after,
    judge: (exchanges) => {
      const [longer, shorter] = exchanges.map((exchange) => saidIn(exchange, dialect));
      if (longer === undefined || shorter === undefined) return pass;
      const isLonger = (one: string, other: string) => one.length > 2 * other.length;
      if (shorter.prompt !== undefined && longer.prompt !== undefined && longer.prompt <= shorter.prompt)
        return same("prompt", longer.prompt, shorter.prompt, longer.at.usage);
      if (longer.completion === undefined || longer.completion !== shorter.completion) return pass;
      if (!isLonger(longer.text, shorter.text)) return pass;
      return same("answer", longer.completion, shorter.completion, longer.at.usage);
    },
  };
}

function same(what: string, long: number, short: number, pointer: string): Verdict {
  return broken({
    message: `A long ${what} counts ${long} tokens, and a much shorter one ${short}.`,
    expected: `more than ${short}`,
    actual: String(long),
    pointer,
  });
}

/** The rule that a stream counts and says what the plain call of the same request does. */
export function asPlainRule(
  dialect: Dialect,
  { plain, streamed, after }: { plain: string; streamed: string; after: string[] },
): Rule {
  return {
    id: `${streamed}/usage-as-plain`,
    sentence: "A streamed reply counts the prompt as the plain one does, and the same text, too.",
    requirements: [...new Set([...dialect.requirements, "R8.3", "R6.1"])],
    provenance: "upstream",
    level: levelOf("upstream"),
    exchanges: [streamed, plain],
    after,
    judge: (exchanges) => {
      const [actual, expected] = exchanges.map((exchange) => saidIn(exchange, dialect));
      if (actual === undefined || expected === undefined) return pass;
      const isSameText = actual.text === expected.text && actual.isCut === expected.isCut;
      const counts = [
        { what: "prompt", one: actual.prompt, other: expected.prompt },
        ...(isSameText ? [{ what: "text", one: actual.completion, other: expected.completion }] : []),
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
  };
}
