import { conditions } from "../../checks/conditions.js";
import { rule } from "../../checks/define-rule.js";
import { type RefusalOptions, refusalRules } from "../../checks/refusal-rules.js";
import { bodyOf, judgeStatus } from "../../checks/reply.js";
import type { Call, ExchangePlan } from "../../exchange.js";
import { chooseVideoModel, isAdvertised } from "../../reading/choose-model.js";
import { broken, pass, type Rule } from "../../rule.js";
import { listCall } from "../models/list.js";

const prompt = "A white dot on a black ground.";

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

const unknown = (
  name: string,
  operationId: string,
  says: string,
  { call = { path }, ...rest }: Partial<ExchangePlan> & { call?: Call } = {},
): ExchangePlan => ({ id: `videos/refused/${name}`, operationId, says, isValid: false, write: () => call, ...rest });

/** After the keys' own checks. */
const priority = 7;

const unknownVideo = unknown("unknown-video", "retrieveVideo", "a request for a video that does not exist");

const wrongKey = unknown("wrong-key", "retrieveVideo", "a request for a video with a key that does not exist", {
  call: { path, key: "wrong" },
});

/** Each operation finds out by itself that there is no such video, or no such key. */
const otherUnknown = [
  unknown("unknown-content", "downloadVideoContent", "a request for the content of a video that does not exist", {
    priority,
  }),
  unknown("unknown-remix", "remixVideo", "a remix of a video that does not exist", {
    priority,
    call: { path, json: { prompt } },
  }),
  unknown("unknown-extension", "extendVideo", "an extension of a video that does not exist", {
    priority,
    call: { json: { video: { id: path.video_id }, prompt } },
  }),
];

const contentWrongKey = unknown(
  "content-wrong-key",
  "downloadVideoContent",
  "a request for the content of a video with a key that does not exist",
  { priority, call: { path, key: "wrong" } },
);

/** Making a video is dear, so that unasked only calls which a service has to refuse are made. */
export const videoRefusalCalls: ExchangePlan[] = [
  ...[missingPrompt, noPrompt, unknownVideo, wrongKey],
  ...otherUnknown,
  contentWrongKey,
];

/** Rules on refused requests about videos. */
export const videoRefusalRules: Rule[] = [
  ...refusalRules(missingPrompt, { condition: conditions.missingField, ...about }),
  // Where a body without anything makes a video, one without a prompt would make another.
  ...refusalRules(noPrompt, { condition: conditions.missingField, ...about }).map((rule) =>
    rule.id === noPrompt.id ? { ...rule, after: missingPrompt.id } : rule,
  ),
  ...refusalRules(unknownVideo, { condition: conditions.unknownVideo, ...about }),
  ...otherUnknown.map((plan) => statusRule(plan, 404)),
  ...refusalRules(wrongKey, { condition: conditions.wrongKey, ...about }),
  statusRule(contentWrongKey, 401),
  rule("videos", "advertised", {
    sentence: "if the model list names the path of videos, they exist",
    requirements: ["R1.6", "R4.10"],
    provenance: "inferred",
    reads: { list: listCall, probe: missingPrompt },
    takesMissing: "absent",
    after: "models/list/usable",
    judge: ({ list, probe }) =>
      probe === undefined && isAdvertised(bodyOf(list?.reply), "/v1/videos")
        ? broken({ message: "The model list has models of /v1/videos, and there is nothing at that path." })
        : pass,
  }),
];

function statusRule(plan: ExchangePlan, status: number): Rule {
  return rule(plan, "", {
    sentence: `${plan.says} is refused with status ${status}`,
    requirements: ["R1.6", "R4.10", "R7.1"],
    provenance: "observed",
    judge: (exchange) => judgeStatus(exchange, status),
  });
}
