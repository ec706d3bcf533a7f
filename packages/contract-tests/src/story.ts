import type { Provenance } from "@model-access/contract";
import type { Topic } from "./area.js";
import {
  type Answers,
  answerRules,
  type ReplyOptions,
  replyRules,
  type StreamOptions,
  streamRules,
} from "./checks/answer-rules.js";
import { type AboutRule, rule as defineRule, ruleOn, type Step } from "./checks/define-rule.js";
import { type RefusalOptions, refusal } from "./checks/refusal-rules.js";
import { judgeStatus } from "./checks/reply.js";
import type { Call, Exchange, ExchangePlan } from "./exchange.js";
import type { Account } from "./reading/account-reading.js";
import { broken, type Fault, pass, type Rule, type Verdict } from "./rule.js";

/** A judgement in short: a fault, a verdict of another kind, or nothing where all is well. */
export type Judged = Fault | Verdict | false | undefined;

/** The calls that were made, in the order in which a rule names them. */
type Made<Steps extends readonly Step[], Gap> = {
  -readonly [at in keyof Steps]: Steps[at] extends ExchangePlan ? Exchange | Gap : Account;
};

/** The members of a rule; what one does not say is what its story says. */
type About = Partial<Omit<AboutRule, "sentence">>;

interface Reading<Steps extends readonly Step[], Missing> extends About {
  reads: Steps;
  takesMissing?: Missing;
}

/** A call of a story: what is sent, or how that is written from what is known by then. */
type CallAbout = Partial<ExchangePlan> & { call?: Call; operationId: string; says: string };

type OnCall = (exchange: Exchange) => Judged;

type AboutAny = About & { reads?: readonly Step[]; takesMissing?: true | "absent" | undefined };

/**
 * Opens a story of an area: calls and the rules on what comes of them, written down in the order in which they happen. It is
 * told when it is loaded, so that all of it is known before a run; what is not called is not judged either.
 */
export function story(
  area: string,
  shared: Pick<About, "topic" | "level"> & { requirements: string[]; provenance: Provenance },
) {
  const exchanges: ExchangePlan[] = [];
  const rules: Rule[] = [];
  /** The last of the common rules on each call, and what these say that the story does not. */
  const gates = new Map<string, About & { after: string }>();
  const inArea = (name: string) => (name.startsWith(`${area}/`) ? name : `${area}/${name}`);

  function add<Plans extends Step[]>(...steps: Plans): Plans {
    exchanges.push(...steps.flatMap((step) => ("id" in step ? [step] : [step.history, step.balance])));
    return steps;
  }

  /** Adds a call with a valid request; `needs` are the calls before it. */
  function call(name: string, { call = {}, ...about }: CallAbout): ExchangePlan {
    const plan = { id: inArea(name), isValid: true, write: () => call, ...about };
    add(plan);
    return plan;
  }

  /** Adds the rules of every plain reply to a valid call; what is told of the call from then on comes after its shape. */
  function reply(plan: ExchangePlan, about: Partial<ReplyOptions> = {}): void {
    tell(...replyRules(plan, { ...shared, mediaType: "observed", shape: "observed", ...about }));
    gates.set(plan.id, { after: "schema" });
  }

  /** Adds the rules of the first stream of an interface; what is told of it from then on comes after the shape of its events. */
  function stream(plan: ExchangePlan, about: Partial<StreamOptions> = {}): void {
    tell(...streamRules(plan, { requirements: shared.requirements, ...about }));
    gates.set(plan.id, { after: "schema" });
  }

  /** Adds a call of a model and the rules on its answer; what is told of it from then on comes after its status or its events. */
  function ask(plan: ExchangePlan, about: Partial<Answers> = {}): ExchangePlan {
    const { requirements = shared.requirements, provenance = shared.provenance } = about;
    add(plan);
    tell(...answerRules(plan, { ...about, requirements, provenance }));
    gates.set(plan.id, { requirements, provenance, after: plan.isStreamed ? "events" : "status" });
    return plan;
  }

  /** Adds the rule that a call is answered; what is told of the call from then on comes after it. */
  function answered(plan: ExchangePlan, sentence: string): void {
    tell(defineRule(plan, "status", { ...shared, sentence, judge: (exchange) => judgeStatus(exchange, 200) }));
    gates.set(plan.id, { after: "status" });
  }

  /** Adds a call that has to be refused for a reason, or with a status alone, and the rules on its refusal. */
  function refused(
    name: string,
    asked: Parameters<typeof refusal>[1],
    { after, ...why }: (RefusalOptions | ({ status: number } & About)) & { after?: string },
  ): ExchangePlan {
    if ("status" in why) {
      const { status, ...about } = why;
      const plan = call(name, { isValid: false, ...asked });
      rule(name, `${plan.says} is refused with status ${status}`, about, (exchange) => judgeStatus(exchange, status));
      return plan;
    }
    const { plan, rules: made } = refusal(inArea(name), asked, why);
    add(plan);
    tell(...made.map((each) => (after !== undefined && each.id === plan.id ? { ...each, after } : each)));
    return plan;
  }

  const tell = (...more: Rule[]): void => void rules.push(...more);

  /** Adds a rule on the call that its name begins with, or on those that it reads: a finding quotes the first. */
  function rule<const Steps extends readonly Step[], Missing extends true | "absent" | undefined = undefined>(
    name: string,
    sentence: string,
    about: Reading<Steps, Missing>,
    judge: (...read: Made<Steps, Missing extends undefined ? never : undefined>) => Judged,
  ): Rule;
  function rule(name: string, sentence: string, about: About | OnCall, judge?: OnCall): Rule;
  function rule(name: string, sentence: string, about: AboutAny | OnCall, judge = about): Rule {
    const id = inArea(name);
    const { reads: named, takesMissing, ...members }: AboutAny = typeof about === "function" ? {} : about;
    const calls = [...exchanges, ...(named ?? []).flatMap((step) => ("id" in step ? [step] : []))];
    const own = calls.find((plan) => id === plan.id || id.startsWith(`${plan.id}/`));
    const gate = own && gates.get(own.id);
    const reads = named ?? (own ? [own] : []);
    const made = ruleOn(own ?? area, id.slice((own?.id ?? area).length + 1), {
      ...shared,
      ...gate,
      ...members,
      ...{ sentence, reads, takesMissing },
      // What it takes follows from what is read, as the overloads say.
      judge: (read) => verdictOf((judge as (...read: unknown[]) => Judged)(...read)),
    });
    tell(made);
    return made;
  }

  /** Adds a rule on all calls that the run has made by then; of those it reads, or else the model list, it needs the first only. */
  function all<const Steps extends readonly Step[] = []>(
    name: string,
    sentence: string,
    { reads, ...about }: About & { reads?: Steps },
    judge: (all: Exchange[], ...read: Made<Steps, never>) => Judged,
  ): void {
    const made = ruleOn(area, name, {
      ...shared,
      ...about,
      ...{ sentence, reads: reads ?? [], readsAll: true },
      judge: (read, made) => verdictOf(judge(made, ...(read as Made<Steps, never>))),
    });
    tell(reads === undefined ? { ...made, exchanges: ["models/list"] } : made);
  }

  return { exchanges, rules, add, call, ask, reply, stream, answered, refused, tell, rule, all } satisfies Topic &
    Record<string, unknown>;
}

export const verdictOf = (judged: Judged): Verdict =>
  judged === undefined || judged === false ? pass : "outcome" in judged ? judged : broken(judged);

/** The verdicts that are neither good nor bad: what would let the rule be judged goes in `needs`. */
const undecided =
  (outcome: "skip" | "inconclusive" | "blocked") =>
  (reason: string, needs?: string): Verdict => ({ outcome, reason, ...(needs !== undefined && { needs }) });

export const skip = undecided("skip");
export const inconclusive = undecided("inconclusive");
export const blocked = undecided("blocked");
