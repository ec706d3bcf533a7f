import type { Area } from "../../area.js";
import { billingRules } from "./billing.js";
import { cachingRule } from "./caching.js";
import { entryRules } from "./entries.js";
import { historyRules } from "./history.js";
import { oddPageCalls, oddPageRules } from "./odd-pages.js";
import { pageCalls, pageRules } from "./pages.js";
import { pathCalls, pathRules } from "./paths.js";
import { readings } from "./readings.js";

/** Balance and history. */
export const accountArea: Area = {
  name: "account",
  isRequired: true,
  exchanges: [...pathCalls, ...pageCalls, ...readings, ...oddPageCalls],
  rules: [...pathRules, cachingRule, ...historyRules, ...pageRules, ...billingRules, ...entryRules, ...oddPageRules],
};
