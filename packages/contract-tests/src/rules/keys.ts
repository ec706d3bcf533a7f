import { keyKinds, keysExchanges } from "../exchanges/keys.js";
import type { Rule } from "../rule.js";
import { conditions } from "./conditions.js";
import { judgeStatus } from "./judge-reply.js";
import { planned } from "./planned.js";
import { refusalRules } from "./refusal-rules.js";
import { ruleOn } from "./rule-on.js";

const plan = planned(keysExchanges);

const conditionOf = {
  revoked: conditions.wrongKey,
  "no-permission": conditions.noPermission,
  "no-points": conditions.noPoints,
};
const rowsOf = { revoked: ["R5.4"], "no-permission": ["R5.3"], "no-points": [] };

export const keysRules: Rule[] = [
  ...keyKinds.flatMap(({ name }) =>
    refusalRules(plan(`keys/${name}`), {
      condition: conditionOf[name],
      requirements: rowsOf[name],
      isWanted: true,
      ...(name === "no-permission" && { isBodyStated: false }),
    }),
  ),
  ...["keys/revoked-models", "keys/revoked-balance"].map((id) =>
    ruleOn(plan(id), {
      sentence: `${plan(id).says} is refused with status 401`,
      requirements: ["R5.4"],
      provenance: "stated",
      judge: (exchange) => judgeStatus(exchange, 401),
    }),
  ),
];
