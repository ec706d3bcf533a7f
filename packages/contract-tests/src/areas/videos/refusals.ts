import { conditions } from "../../checks/conditions.js";
import { type RefusalOptions, refusalRules } from "../../checks/refusal-rules.js";
import type { ExchangePlan } from "../../exchange.js";
import type { Rule } from "../../rule.js";

const path = { video_id: "video_contract_tests_no_such_video" };

/** The specification shows no path of this interface (R4.10), so that no rule on it can be a must. */
const about: Partial<RefusalOptions> = { provenance: "observed", requirements: ["R1.6", "R4.10"] };

const missingPromptCall: ExchangePlan = {
  id: "videos/refused/missing-prompt",
  operationId: "createVideo",
  says: "a video without model and prompt",
  isValid: false,
  write: () => ({ json: {} }),
};

const unknownVideoCall: ExchangePlan = {
  id: "videos/refused/unknown-video",
  operationId: "retrieveVideo",
  says: "a request for a video that does not exist",
  isValid: false,
  write: () => ({ path }),
};

const unknownContentCall: ExchangePlan = {
  id: "videos/refused/unknown-content",
  operationId: "downloadVideoContent",
  says: "a request for the content of a video that does not exist",
  isValid: false,
  write: () => ({ path }),
};

const wrongKeyCall: ExchangePlan = {
  id: "videos/refused/wrong-key",
  operationId: "retrieveVideo",
  says: "a request for a video with a key that does not exist",
  isValid: false,
  write: () => ({ path, key: "wrong" }),
};

/** Making a video is dear, so that unasked only calls which a service has to refuse are made. */
export const videoRefusalCalls: ExchangePlan[] = [
  missingPromptCall,
  unknownVideoCall,
  unknownContentCall,
  wrongKeyCall,
];

/** How requests about videos are refused. */
export const videoRefusalRules: Rule[] = [
  ...refusalRules(missingPromptCall, { condition: conditions.missingField, ...about }),
  ...refusalRules(unknownVideoCall, { condition: conditions.unknownVideo, ...about }),
  ...refusalRules(unknownContentCall, { condition: conditions.unknownVideo, ...about }),
  ...refusalRules(wrongKeyCall, { condition: conditions.wrongKey, ...about }),
];
