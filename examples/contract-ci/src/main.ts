import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import {
  applyBaseline,
  compareReports,
  consoleReport,
  jsonReport,
  markdownReport,
  readBaseline,
  readLastReport,
  runContractTests,
} from "@model-access/contract-tests";

const { MODEL_ACCESS_BASE_URL: baseURL, MODEL_ACCESS_API_KEY: apiKey, GITHUB_STEP_SUMMARY: summary } = process.env;
const [lastFile = "last-report.json", baselineFile = "baseline.json"] = process.argv.slice(2);

if (!baseURL || !apiKey) {
  console.error("Set MODEL_ACCESS_BASE_URL and MODEL_ACCESS_API_KEY.");
  process.exit(2);
}

// Refuses a run that would cost more than 500 points.
let report = await runContractTests({ baseURL, apiKey, maxPoints: 500 });
// Known failures and their expiry dates: [{ "rule": "…", "reason": "…", "expires": "2027-01-31" }]
if (existsSync(baselineFile)) report = applyBaseline(report, readBaseline(readFileSync(baselineFile, "utf8")));
if (existsSync(lastFile)) report = compareReports(readLastReport(readFileSync(lastFile, "utf8")), report);

console.log(consoleReport(report));
if (summary) appendFileSync(summary, markdownReport(report));
writeFileSync(lastFile, jsonReport(report));
process.exitCode = report.exitCode;
