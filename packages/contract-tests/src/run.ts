import { setTimeout as sleepFor } from "node:timers/promises";
import { contractVersion, type ExchangeRecord } from "@model-access/contract";
import { areas, rules } from "./areas.js";
import { rootOf } from "./base-url.js";
import type { ExchangePlan, GivenNames } from "./exchange.js";
import type { RuleResult } from "./judging/judge-rule.js";
import type { Keys } from "./keys/key-variables.js";
import { createCleaner } from "./report/clean.js";
import { timesOf } from "./report/exchange-times.js";
import type { Report } from "./report/report.js";
import { reportOf } from "./report/report-of.js";
import type { Budget } from "./run/call-limits.js";
import { createJudge } from "./run/judge.js";
import { runPreflight } from "./run/preflight.js";
import { openSession } from "./run/session.js";
import type { Allowance, SessionOptions, WireWait } from "./run/session-options.js";
import { secretsIn } from "./run/write-request.js";
import { type Selection, selectRules } from "./select.js";
import type { Topic } from "./topic.js";
import { defaultLimits, send, type WireLimits } from "./wire/send.js";

/** The deployment, the keys and the limits of a run. */
export interface RunOptions extends Selection, Budget, GivenNames {
  /** With or without a final `/v1` or slash; a path prefix is kept. */
  baseURL: string;
  apiKey: string;
  /** Keys of other kinds: each lets more rules be judged. */
  keys?: Omit<Keys, "apiKey">;
  /** The model for chat; without it the cheapest text model of the model list. */
  model?: string;
  /** Kinds of calls that are made only where they are named: bursts of calls and long waits, and dear calls. */
  allow?: Allowance[];
  /** The longest wait for a video, in seconds, where dear calls are allowed; default 300. */
  videoWaitSeconds?: number;
  /** The models for messages and responses; without them as for chat. */
  messagesModel?: string;
  responsesModel?: string;
  /** True to make every call of every area, as far as it stays within what a run may bill. */
  all?: boolean;
  /** True to make no call that is billed. */
  monitor?: boolean;
  /** Headers that every request gets, beside its own; their values are masked like keys, of an address what may be secret in it. */
  headers?: Record<string, string>;
  /** The topics whose broken rules decide the exit status; without it every must, and every should on security and money. */
  failOn?: Topic[];
  /** Areas that have to be there, by name; else one that is not offered is left out. */
  require?: string[];
  /** Time limits of each call and the longest body. */
  limits?: Partial<WireLimits>;
  /** Ends the run; the report says what did not run. */
  signal?: AbortSignal;
  /** Makes one HTTP call, and never rejects; node's own http without it. */
  send?: SessionOptions["send"];
  /** Waits; default the platform's timer. */
  sleep?: (ms: number) => Promise<unknown>;
  /** Told before each request. */
  onCall?: (plan: ExchangePlan) => void;
  /** Given each call when it is over, free of keys. */
  onExchange?: (record: ExchangeRecord) => void;
  /** Told how many rules are judged, and which one is next. */
  onProgress?: (progress: { done: number; total: number; what: string }) => void;
}

/**
 * Tests a deployment against the contract and reports. Some of the calls are short completions that cost points.
 * Throws for options that make no sense; whatever the deployment does ends in the report.
 */
export async function runContractTests(options: RunOptions): Promise<Report> {
  const { baseURL, apiKey, onProgress } = options;
  const root = rootOf(baseURL);
  checkAreas(options.require ?? []);
  const keys: Keys = { apiKey, ...options.keys };
  const clean = createCleaner(...secretsIn(keys, options.headers));
  const selected = selectRules(rules, options);
  const startedAt = new Date();
  const session = openSession(sessionOptions(options, { root, keys }));

  const problem = await runPreflight(session, options.model);
  const judge = createJudge({ rules, selected, session, keys, clean });
  const results: RuleResult[] = [];
  for (const [done, rule] of selected.entries()) {
    onProgress?.({ done, total: selected.length, what: rule.id });
    results.push(
      problem === undefined
        ? await judge(rule)
        : { rule, outcome: "skip", message: "The run could not start.", notRun: true },
    );
  }
  await session.settle();
  const { only = [], require: required = [], failOn } = options;
  return reportOf({
    areas,
    results,
    contractVersion,
    baseURL: clean(root),
    startedAt,
    seconds: (Date.now() - startedAt.getTime()) / 1000,
    calls: session.calls,
    billedCalls: session.billedCalls,
    points: session.points,
    ...(session.balanceRose && { balanceRose: true as const }),
    exchanges: session.made().map((made) => timesOf(made)),
    names: [...only, ...required],
    ...(failOn !== undefined && { failOn }),
    ...(session.stopped && { stopped: session.stopped }),
    ...(problem && { problem: { ...problem, message: clean(problem.message) } }),
  });
}

function sessionOptions(options: RunOptions, to: { root: string; keys: Keys }): SessionOptions {
  const { sleep, limits, send: sendOtherwise } = options;
  return {
    ...options,
    ...to,
    areas,
    given: options,
    send:
      sendOtherwise ??
      ((request, signal, wait) => send(request, limitsOf(limits, wait), { signal, isOver: wait?.isOver })),
    // A wait that is cut short is over; what comes next sees that the run was stopped.
    sleep: sleep ?? ((ms) => sleepFor(ms, undefined, options.signal && { signal: options.signal }).catch(() => {})),
  };
}

/** Returns the limits that the caller has set, and no more patience than this call needs. */
export function limitsOf(set: RunOptions["limits"], wait: WireWait = {}): WireLimits {
  const limits = { ...defaultLimits, ...set };
  const { headMs = limits.headMs, afterEndMs = limits.afterEndMs } = wait;
  return {
    ...limits,
    headMs: Math.min(limits.headMs, headMs),
    afterEndMs: Math.min(limits.afterEndMs, afterEndMs),
  };
}

function checkAreas(names: string[]): void {
  const known = areas.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new Error(`There is no area ${JSON.stringify(unknown)} to require; the areas are ${known.join(", ")}.`);
}
