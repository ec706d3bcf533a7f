export { rules } from "./areas.js";
export type { Call, CannotCall, Exchange, ExchangePlan, Facts, ModelUse } from "./exchange.js";
export { judgeExchanges } from "./judging/judge-exchanges.js";
export type { Outcome } from "./judging/judge-rule.js";
export { applyBaseline, type BaselineEntry, readBaseline } from "./report/baseline.js";
export { compareReports, type LastReport, readLastReport } from "./report/compare-reports.js";
export { consoleReport, type Paint } from "./report/console.js";
export { htmlReport } from "./report/html.js";
export { junitReport } from "./report/junit.js";
export { markdownReport } from "./report/markdown.js";
export type {
  AreaReport,
  BaselineReport,
  Change,
  Comparison,
  Report,
  RuleReport,
  ShownRequirements,
} from "./report/report.js";
export { jsonReport, reportSchema } from "./report/report-schema.js";
export { sarifReport } from "./report/sarif.js";
export { strictReport } from "./report/summarise.js";
export type { Finding, Level, Rule, Verdict } from "./rule.js";
export type { Problem } from "./run/preflight.js";
export { type RunOptions, runContractTests } from "./run.js";
export type { Selection } from "./select.js";
export { type Topic, topics } from "./topic.js";
export { type TrafficReportOptions, trafficReport } from "./traffic/traffic-report.js";
export type { Seen } from "./watch/tally.js";
export { startWatch, type Watch, type WatchOptions } from "./watch/watch.js";
export type { WireLimits } from "./wire/send.js";
