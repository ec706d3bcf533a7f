import { filesExchanges } from "../exchanges/files.js";
import type { Rule } from "../rule.js";
import { conditions } from "./conditions.js";
import { planned } from "./planned.js";
import { type RefusalOptions, refusalRules } from "./refusal-rules.js";

const plan = planned(filesExchanges);

/** The path is our reading (R4.11). */
const about: Partial<RefusalOptions> = { provenance: "inferred", requirements: ["R4.11"] };

export const filesRules: Rule[] = [
  ...refusalRules(plan("files/refused/missing-file"), { condition: conditions.missingField, ...about }),
  ...refusalRules(plan("files/refused/wrong-key"), { condition: conditions.wrongKey, ...about }),
];
