import type { Area } from "../../area.js";
import { answerRules } from "./answers.js";
import { serviceBalanceCalls, serviceBalanceRules } from "./balance.js";
import { serviceCostRules } from "./costs.js";
import { customParameterRules } from "./custom-parameters.js";
import { serviceErrorRules } from "./errors.js";
import { serviceHistoryRules } from "./history.js";
import { kindRules } from "./kinds-of-calls.js";
import { ownAccountRule } from "./own-account.js";
import { servicePathCalls, servicePathRules } from "./paths.js";
import { serviceRateRules } from "./rate.js";
import { serviceRefusalRules } from "./refusals.js";
import { serviceReplyRules } from "./replies.js";
import { sameAccountTopic } from "./same-account.js";
import { secretsRules } from "./secrets.js";

/** Rules that belong to no operation, and those on all calls of a run. */
export const serviceArea: Area = {
  name: "service",
  isRequired: true,
  exchanges: [...servicePathCalls, ...serviceBalanceCalls, ...sameAccountTopic.exchanges],
  rules: [
    ...servicePathRules,
    ...serviceBalanceRules,
    ...serviceHistoryRules,
    ...serviceCostRules,
    ...kindRules,
    ownAccountRule,
    ...sameAccountTopic.rules,
    ...answerRules,
    ...serviceErrorRules,
    ...secretsRules,
    ...serviceRateRules,
    ...serviceRefusalRules,
    ...serviceReplyRules,
    ...customParameterRules,
  ],
};
