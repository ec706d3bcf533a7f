import { rules as allRules } from "../src/areas.js";
import type { Report, RuleReport } from "../src/index.js";
import { summarised } from "../src/report/summarise.js";

const rule: RuleReport = {
  id: "chat/reply/text",
  area: "chat",
  topic: "shape",
  sentence: "A chat completion has its text as a string.",
  level: "must",
  provenance: "stated",
  requirements: ["R2.6"],
  outcome: "pass",
};

/** A report of a run that brought these rules, each a passing one but for what is said of it. */
export function sampleReport(rules: Partial<RuleReport>[], facts: Partial<Report> = {}): Report {
  return summarised({
    contractVersion: "0.1.0",
    baseURL: "https://api.example.com",
    startedAt: "2026-11-21T12:00:00.000Z",
    seconds: 1.25,
    calls: 9,
    billedCalls: 2,
    points: 12,
    unanswered: [],
    requirements: { shown: 1, total: 3, needs: [] },
    ...facts,
    rules: rules.map((each) => ({
      ...rule,
      ...(each.id && { area: each.id.split("/", 1)[0] ?? "", topic: topicOf(each.id) }),
      ...each,
    })),
  });
}

const topicOf = (id: string) => allRules.find((each) => each.id === id)?.topic ?? "shape";
