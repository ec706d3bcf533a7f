import { conditions } from "../../checks/conditions.js";
import { type RefusalOptions, refusalRules } from "../../checks/refusal-rules.js";
import type { ExchangePlan } from "../../exchange.js";
import type { Rule } from "../../rule.js";

const operationId = "uploadFile";

/** The path is our reading (R4.11). */
const about: Partial<RefusalOptions> = { provenance: "inferred", requirements: ["R4.11"] };

const missingFileCall: ExchangePlan = {
  id: "files/refused/missing-file",
  operationId,
  says: "an upload without a file",
  isValid: false,
  write: () => ({ form: { download_filename: "contract-tests.txt" } }),
};

const wrongKeyCall: ExchangePlan = {
  id: "files/refused/wrong-key",
  operationId,
  says: "an upload with a key that does not exist",
  isValid: false,
  write: () => ({ form: { download_filename: "contract-tests.txt" }, key: "wrong" }),
};

/** What the upload answers is our reading of an undocumented call, so that nothing is uploaded. */
export const filesCalls: ExchangePlan[] = [missingFileCall, wrongKeyCall];

/** How uploads are refused. */
export const filesRules: Rule[] = [
  ...refusalRules(missingFileCall, { condition: conditions.missingField, ...about }),
  ...refusalRules(wrongKeyCall, { condition: conditions.wrongKey, ...about }),
];
