import { beforeAll, describe, type TestContext, test } from "vitest";
import { rules } from "./areas.js";
import { applyBaseline, type BaselineEntry } from "./report/baseline.js";
import { headline } from "./report/headline.js";
import type { Report, RuleReport } from "./report/report.js";
import { decides, isBroken, strictReport } from "./report/summarise.js";
import { evidenceWithCommand } from "./report/wording.js";
import { type RunOptions, runContractTests } from "./run.js";
import { selectRules } from "./select.js";

export interface SuiteOptions extends RunOptions {
  /** True where what should hold counts as what must. */
  strict?: boolean;
  /** Known failures, which are skipped until they expire. */
  baseline?: BaselineEntry[];
}

const longestRunSeconds = 600;

/**
 * Declares a vitest test for each rule; the calls are made once, before the first of them. A rule that could not be
 * judged is skipped with the reason, and a broken one that does not decide passes with a warning.
 *
 * @example
 * contractSuite({ baseURL: "https://api.example.com", apiKey: process.env.MODEL_ACCESS_API_KEY ?? "" });
 */
export function contractSuite({ strict = false, baseline = [], ...options }: SuiteOptions): void {
  const selected = selectRules(rules, options);
  const timeoutMs = ((options.maxSeconds ?? longestRunSeconds) + 10) * 1000; // a last call may outlast the limit

  describe(`contract of ${options.baseURL}`, () => {
    let report: Report;

    beforeAll(async () => {
      const run = await runContractTests(options);
      report = applyBaseline(strict ? strictReport(run) : run, baseline);
      if (report.problem !== undefined) throw new Error(report.problem.message);
    }, timeoutMs);

    test("the run is complete", () => {
      const open = report.unanswered.length + (report.unjudged?.length ?? 0);
      if (report.stopped !== undefined || open > 0) throw new Error(headline(report));
    });

    for (const { id, sentence } of selected) {
      test(`${id}: ${sentence}`, (context) => {
        const rule = report.rules.find((each) => each.id === id);
        if (rule !== undefined) show(rule, context, options.failOn);
      });
    }
  });
}

function show(rule: RuleReport, context: TestContext, failOn: SuiteOptions["failOn"]) {
  const { outcome, message = "", known } = rule;
  if (known !== undefined) context.skip(`Known until ${known.expires}: ${known.reason}`);
  if (decides(rule, failOn) || outcome === "error") throw new Error(textOf(rule));
  if (isBroken(outcome)) console.warn(`${outcome}: ${textOf(rule)}`);
  else if (outcome !== "pass") context.skip(message);
}

function textOf(rule: RuleReport): string {
  const lines = evidenceWithCommand(rule).map(([name, text]) => `${name}: ${text}`);
  return [rule.message, ...lines].join("\n");
}
