import { setTimeout as sleep } from "node:timers/promises";
import { contractVersion } from "@model-access/contract";
import { areas, rules } from "./areas.js";
import { rootOf } from "./base-url.js";
import { createCleaner } from "./clean.js";
import { makeContact } from "./contact.js";
import type { ExchangePlan } from "./exchange.js";
import { createJudge, type RuleResult } from "./judge.js";
import { type Report, reportOf } from "./report/report.js";
import { type Selection, selectRules } from "./select.js";
import { openSession } from "./session.js";
import { defaultLimits, send, type WireLimits } from "./wire/send.js";

/** What is tested, with which key. */
export interface RunOptions extends Selection {
  /** With or without a final `/v1` or slash; a path prefix is kept. */
  baseURL: string;
  apiKey: string;
  /** The model for chat; without it the cheapest text model of the model list. */
  model?: string;
  /** Time limits of each call and the longest body. */
  limits?: Partial<WireLimits>;
  /** Told before each request. */
  onCall?: (plan: ExchangePlan) => void;
}

/**
 * Tests a deployment against the contract and reports. A few of the calls are short completions that cost points.
 * Throws for options that make no sense; whatever the deployment does ends in the report.
 */
export async function runContractTests(options: RunOptions): Promise<Report> {
  const { baseURL, apiKey, model, limits, onCall } = options;
  const root = rootOf(baseURL);
  const clean = createCleaner(apiKey);
  const selected = selectRules(rules, options);
  const startedAt = new Date();
  const session = openSession({
    areas,
    root,
    key: apiKey,
    ...(model !== undefined && { model }),
    send: (request) => send(request, { ...defaultLimits, ...limits }),
    sleep,
    ...(onCall && { onCall }),
  });

  const problem = await makeContact(session);
  const judge = createJudge({ rules, session, clean });
  const results: RuleResult[] = [];
  for (const rule of selected) {
    results.push(
      problem === undefined ? await judge(rule) : { rule, outcome: "skip", message: "The run could not begin." },
    );
  }
  return reportOf({
    areas,
    results,
    contractVersion,
    baseURL: clean(root),
    startedAt,
    seconds: (Date.now() - startedAt.getTime()) / 1000,
    calls: session.calls,
    billedCalls: session.billedCalls,
    ...(problem && { problem: { ...problem, message: clean(problem.message) } }),
  });
}
