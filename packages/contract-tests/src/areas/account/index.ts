import { type Area, joined } from "../../area.js";
import { billingTopic } from "./billing.js";
import { cachingRule } from "./caching.js";
import { historyTopic } from "./history.js";
import { pagesTopic } from "./pages.js";
import { pathsTopic } from "./paths.js";
import { readings } from "./readings.js";

export const accountArea: Area = {
  name: "account",
  isRequired: true,
  ...joined(pathsTopic, { exchanges: readings, rules: [cachingRule] }, historyTopic, pagesTopic, billingTopic),
};
