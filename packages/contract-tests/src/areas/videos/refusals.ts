import { conditions } from "../../checks/conditions.js";
import { type RefusalOptions, refusalRules } from "../../checks/refusal-rules.js";
import type { ExchangePlan } from "../../exchange.js";
import { chooseVideoModel } from "../../reading/choose-model.js";
import type { Rule } from "../../rule.js";

const path = { video_id: "video_contract_tests_no_such_video" };

/** The specification shows no path of this interface (R4.10), so that no rule on it can be a must. */
const about: Partial<RefusalOptions> = { provenance: "observed", requirements: ["R1.6", "R4.10"] };

const missingPrompt: ExchangePlan = {
  id: "videos/refused/missing-prompt",
  operationId: "createVideo",
  says: "a video without model and prompt",
  isValid: false,
  write: () => ({ json: {} }),
};

/** It lacks nothing but its prompt, so that a deployment which takes it makes a video. */
const noPrompt: ExchangePlan = {
  id: "videos/refused/no-prompt",
  operationId: "createVideo",
  says: "a video of a listed model without a prompt",
  isValid: false,
  allow: "dear",
  write: ({ modelList }) => {
    const model = chooseVideoModel(modelList);
    return model === undefined
      ? { because: "the model list has no video model", needs: "a video model" }
      : { json: { model } };
  },
};

const unknownVideo: ExchangePlan = {
  id: "videos/refused/unknown-video",
  operationId: "retrieveVideo",
  says: "a request for a video that does not exist",
  isValid: false,
  write: () => ({ path }),
};

const unknownContent: ExchangePlan = {
  id: "videos/refused/unknown-content",
  operationId: "downloadVideoContent",
  says: "a request for the content of a video that does not exist",
  isValid: false,
  write: () => ({ path }),
};

const wrongKey: ExchangePlan = {
  id: "videos/refused/wrong-key",
  operationId: "retrieveVideo",
  says: "a request for a video with a key that does not exist",
  isValid: false,
  write: () => ({ path, key: "wrong" }),
};

/** Making a video is dear, so that unasked only calls which a service has to refuse are made. */
export const videoRefusalCalls: ExchangePlan[] = [missingPrompt, noPrompt, unknownVideo, unknownContent, wrongKey];

/** Rules on refused requests about videos. */
export const videoRefusalRules: Rule[] = [
  ...refusalRules(missingPrompt, { condition: conditions.missingField, ...about }),
  // Where a body without anything makes a video, one without a prompt would make another.
  ...refusalRules(noPrompt, { condition: conditions.missingField, ...about }).map((rule) =>
    rule.id === noPrompt.id ? { ...rule, after: missingPrompt.id } : rule,
  ),
  ...refusalRules(unknownVideo, { condition: conditions.unknownVideo, ...about }),
  ...refusalRules(unknownContent, { condition: conditions.unknownVideo, ...about }),
  ...refusalRules(wrongKey, { condition: conditions.wrongKey, ...about }),
];
