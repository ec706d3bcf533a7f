import type { Area } from "../../area.js";
import { answersRule, refusedForGoodRule } from "./answers.js";
import { serviceBalanceCalls, serviceBalanceRules } from "./balance.js";
import { serviceErrorRules } from "./errors.js";
import { serviceHistoryRules } from "./history.js";
import { ownAccountRule } from "./own-account.js";
import { servicePathCalls, servicePathRules } from "./paths.js";
import { serviceRateRules } from "./rate.js";
import { serviceRefusalRules } from "./refusals.js";

/** What belongs to no operation, and what all calls of a run show. */
export const serviceArea: Area = {
  name: "service",
  isRequired: true,
  exchanges: [...servicePathCalls, ...serviceBalanceCalls],
  rules: [
    ...servicePathRules,
    ...serviceBalanceRules,
    ...serviceHistoryRules,
    ownAccountRule,
    answersRule,
    refusedForGoodRule,
    ...serviceErrorRules,
    ...serviceRateRules,
    ...serviceRefusalRules,
  ],
};
