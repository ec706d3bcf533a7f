import type { Provenance } from "@model-access/contract";
import type { Exchange, Missing } from "../exchange.js";
import type { Keys } from "../keys/key-variables.js";
import type { Cleaner } from "../report/clean.js";
import { curlOf, longestCommand } from "../report/curl.js";
import { type Finding, levelOf, type Rule, type Verdict } from "../rule.js";
import { readOnce } from "../wire/read-once.js";
import { mediaTypeOf, notOffered, textOf, type WireReply } from "../wire/wire.js";

/** The outcome of a rule. `fail`, `warn` and `note` are broken rules, by weight; of the others only `pass` judged anything. */
export type Outcome = "pass" | "fail" | "warn" | "note" | "skip" | "blocked" | "inconclusive" | "error";

/** A rule and what came of it. All text from outside is clean. */
export interface RuleResult {
  rule: Rule;
  outcome: Outcome;
  message?: string;
  expected?: string;
  actual?: string;
  pointer?: string;
  eventNumber?: number;
  said?: string;
  /** A command line that repeats the call, with the key left to the environment. */
  curl?: string;
  exchange?: string;
  /** The thing that would let the rule be judged, in a few words. */
  needs?: string;
  notRun?: true;
  requirement?: string;
  /** The contract's source of the broken element, where the finding says which. */
  basis?: Provenance;
  /** True where a call was refused and a plainer one answered, which what holds for every answer is judged on. */
  hasPlainer?: true;
}

export const idsBefore = readOnce(({ after = [], like = [] }: Rule): string[] => [...new Set([after, like].flat())]);

const outcomes = { must: "fail", should: "warn", note: "note" } as const;

/** The facts that a judgement needs besides the exchanges that a rule reads. */
export interface JudgeContext {
  made: Exchange[];
  keys: Keys;
  clean: Cleaner;
}

/** The result of a rule that can't be judged because of the rules before it; undefined where nothing is in the way. */
export function resultBefore(rule: Rule, before: RuleResult[]): RuleResult | undefined {
  for (const {
    outcome,
    message,
    needs,
    notRun,
    hasPlainer,
    rule: { id },
  } of before) {
    if (hasPlainer && rule.takesPlainer) continue;
    if (rule.like?.includes(id) && ["skip", "inconclusive", "blocked"].includes(outcome)) continue;
    if (outcome === "skip" || outcome === "inconclusive" || outcome === "blocked") {
      const about = { ...(message !== undefined && { message }), ...(needs !== undefined && { needs }) };
      return { rule, outcome, ...about, ...(notRun && { notRun }) };
    }
    if (outcome !== "pass") return { rule, outcome: "blocked", message: `Not judged because ${id} is broken.` };
  }
  return undefined;
}

/** Judges a rule on what it reads. Nothing is sent and nothing is remembered: the same exchanges give the same result. */
export function judgeRule(rule: Rule, read: (Exchange | Missing)[], { made, keys, clean }: JudgeContext): RuleResult {
  const isInTheWay = (each: Exchange | Missing): each is Missing =>
    "outcome" in each && !(each.outcome === "skip" && !each.notRun && mayMiss(rule, each));
  const missing = read.find(isInTheWay);
  if (missing !== undefined) {
    const { outcome, reason, needs, notRun } = missing;
    return { rule, outcome, message: reason, ...(needs !== undefined && { needs }), ...(notRun && { notRun }) };
  }
  const called = read.filter((each): each is Exchange => "plan" in each);
  const exchanges = rule.readsAll ? made : called;
  const [first] = exchanges;
  // What is judged on all calls holds for plainer ones too.
  const plainer = rule.takesPlainer ? undefined : called.find(({ refused }) => refused !== undefined);
  if (plainer !== undefined) {
    const message = `Not judged: the service refused ${plainer.plan.says}, and a simpler request can't show this.`;
    return { rule, outcome: "blocked", message };
  }
  const verdict = verdictOn(rule, exchanges);
  const like = first && isBroken(verdict) && isOnStatus(rule, first) ? answeredAlike(first, made) : undefined;
  if (like !== undefined) {
    const message = `Not judged because ${like.plan.says} got the same answer, ${like.reply?.status}.`;
    return { rule, outcome: "blocked", message };
  }
  const result = resultOf(rule, verdict, { exchange: quotedBy(rule, exchanges), keys, clean });
  const isOfRefused =
    !(verdict instanceof Error) && verdict.outcome === "broken" && verdict.finding.exchange !== undefined;
  return isOfRefused && verdict.finding.exchange === first?.refused ? { ...result, hasPlainer: true } : result;
}

const mayMiss = ({ takesMissing }: Rule, { isAbsent }: Missing) =>
  takesMissing === true || (takesMissing === "absent" && isAbsent === true);

/** The call that a finding quotes unless it names one: of a rule on all calls the one that it reads, which may be none in particular. */
function quotedBy({ readsAll, exchanges: ids }: Rule, exchanges: Exchange[]): Exchange | undefined {
  if (!readsAll) return exchanges[0];
  const [id] = ids;
  return id === "models/list" ? undefined : exchanges.find(({ plan }) => plan.id === id);
}

/** A verdict as a result, with everything in it from outside clean. */
export function resultOf(
  rule: Rule,
  verdict: Verdict | Error,
  { exchange, keys, clean }: { exchange: Exchange | undefined; keys: Keys; clean: Cleaner },
): RuleResult {
  if (verdict instanceof Error)
    return {
      rule,
      outcome: "error",
      message: clean(`This rule has a fault of its own; the service is not to blame: ${verdict.message}`),
    };
  if (verdict.outcome === "pass") return { rule, outcome: "pass" };
  if (verdict.outcome !== "broken") {
    const { outcome, reason, needs } = verdict;
    return { rule, outcome, message: clean(reason), ...(needs !== undefined && { needs }) };
  }
  const { provenance: basis, requirement, eventNumber, exchange: quoted = exchange, ...texts } = verdict.finding;
  const cleaned = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, clean(readable(text))]));
  return {
    rule,
    outcome: outcomeOf(rule, verdict.finding),
    ...cleaned,
    ...(requirement !== undefined && { requirement }),
    ...(basis !== undefined && { basis }),
    ...(eventNumber !== undefined && { eventNumber }),
    ...saidIn(quoted, clean),
    ...(quoted && { exchange: quoted.id, curl: clean(curlOf(quoted.request, keys), longestCommand) }),
  };
}

/** Sentences are made of what a deployment sent, which may be nothing, or a sum of fractions. */
function readable(text: string): string {
  return text
    .replaceAll(/^undefined$|(?<= )undefined(?=[ .,;:)]|$)/g, "absent")
    .replaceAll(/\d+\.\d{10,}/g, (number) => String(Number(Number(number).toPrecision(8))));
}

function saidIn(exchange: Exchange | undefined, clean: Cleaner): { said?: string } {
  if (exchange?.reply === undefined) return {};
  const text = textOf(exchange.reply).trim();
  // Line breaks mean something in an event stream; in a page they only take up room.
  const shown = mediaTypeOf(exchange.reply) === "text/event-stream" ? text : text.replaceAll(/\s*[\r\n]+\s*/g, " ");
  return shown === "" ? {} : { said: clean(shown, longestSaid) };
}

const longestSaid = 200;

export const isBroken = (verdict: Verdict | Error) => !(verdict instanceof Error) && verdict.outcome === "broken";

/** True for the rule that is named after its call, and says by which status it is answered; the others about it hang on that one. */
const isOnStatus = ({ id }: Rule, { plan }: Exchange) => id === plan.id;

/**
 * The valid call that shows an answer to be none of this call's own: where all valid calls of the operation fail in the same way, or
 * the model list where none could be made. What is wrong with them is found by rules of their own.
 */
function answeredAlike({ plan, reply }: Exchange, made: Exchange[]): Exchange | undefined {
  const others = made.filter((each) => each.plan.id !== plan.id);
  const valid = others.filter((each) => each.plan.isValid && each.plan.operationId === plan.operationId);
  const compared = valid.length > 0 ? valid : others.filter((each) => each.plan.id === "models/list");
  const isAlike = (each: Exchange) => (each.reply?.status ?? 0) >= 300 && wayOf(each.reply) === wayOf(reply);
  return compared.every(isAlike) ? compared[0] : undefined;
}

/** A server that does not know a path says so by one status to GET and by another to POST. */
const wayOf = (reply: WireReply | undefined) => (notOffered.includes(reply?.status ?? 0) ? "absent" : reply?.status);

/** Returns the outcome of a broken rule: by the broken element's mark, and by the rule's own weight where it has none. */
export function outcomeOf(
  { level, client }: Pick<Rule, "level" | "client">,
  { provenance }: Finding,
): "fail" | "warn" | "note" {
  return outcomes[provenance === undefined ? level : levelOf(provenance, client)];
}

/** A rule that throws is our own fault, and no finding about the deployment. */
export function verdictOn(rule: Rule, exchanges: Exchange[]): Verdict | Error {
  try {
    return rule.judge(exchanges);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
