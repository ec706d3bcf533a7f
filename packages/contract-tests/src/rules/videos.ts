import { videosExchanges } from "../exchanges/videos.js";
import type { Rule } from "../rule.js";
import { conditions } from "./conditions.js";
import { planned } from "./planned.js";
import { type RefusalOptions, refusalRules } from "./refusal-rules.js";
import { videoLifeRules } from "./video-life.js";

const plan = planned(videosExchanges);

/** The specification shows no path of this interface (R4.10), so that no rule on it can be a must. */
const about: Partial<RefusalOptions> = { provenance: "observed", requirements: ["R1.6", "R4.10"] };

export const videosRules: Rule[] = [
  ...refusalRules(plan("videos/refused/missing-prompt"), { condition: conditions.missingField, ...about }),
  ...refusalRules(plan("videos/refused/unknown-video"), { condition: conditions.unknownVideo, ...about }),
  ...refusalRules(plan("videos/refused/unknown-content"), { condition: conditions.unknownVideo, ...about }),
  ...refusalRules(plan("videos/refused/wrong-key"), { condition: conditions.wrongKey, ...about }),
  ...videoLifeRules,
];
