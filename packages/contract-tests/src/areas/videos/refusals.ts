import { rule } from "../../checks/define-rule.js";
import { refusal, refusedWith } from "../../checks/refusal.js";
import { bodyOf } from "../../checks/reply.js";
import type { Call, ExchangePlan } from "../../exchange.js";
import { isAdvertised } from "../../reading/choose-model.js";
import { madeUpKeys } from "../../requests/invalid-request.js";
import { passIf, type Rule } from "../../rule.js";
import { listCall } from "../models/list.js";
import { about, withVideoModel } from "./life.js";

const prompt = "A white dot on a black ground.";

const path = { video_id: "video_contract_tests_no_such_video" };

const id = (name: string) => `videos/refused/${name}`;

const missingPrompt = refusal(
  id("missing-prompt"),
  { operationId: "createVideo", says: "a video without model and prompt", call: { json: {} } },
  { reason: "missingField", ...about },
);

/** It lacks nothing but its prompt, so that a deployment which takes it makes a video. */
const noPrompt = refusal(
  id("no-prompt"),
  {
    operationId: "createVideo",
    says: "a video of a listed model without a prompt",
    allow: "dear",
    write: ({ modelList }) => withVideoModel(modelList, (model) => ({ model })),
  },
  { reason: "missingField", ...about },
);

const request = "a request for a video";

const contentRequest = "a request for the content of a video";

const unknownVideo = refusal(
  id("unknown-video"),
  { operationId: "retrieveVideo", says: `${request} that does not exist`, call: { path } },
  { reason: "unknownVideo", ...about },
);

const wrongKey = refusal(
  id("wrong-key"),
  {
    operationId: "retrieveVideo",
    says: `${request} with a key that does not exist`,
    priority: madeUpKeys,
    call: { path, key: "wrong" },
  },
  { reason: "wrongKey", ...about },
);

/** Each operation finds out by itself that there is no such video, or no such key; they are asked after the keys' own checks. */
const late = (status: number, name: string, says: string, asked: { operationId: string; call: Call }) =>
  refusedWith(
    status,
    id(name),
    { says, priority: 7, ...asked },
    { ...about, requirements: [...about.requirements, "R7.1"] },
  );

const unknownContent = late(404, "unknown-content", `${contentRequest} that does not exist`, {
  operationId: "downloadVideoContent",
  call: { path },
});

const unknownRemix = late(404, "unknown-remix", "a remix of a video that does not exist", {
  operationId: "remixVideo",
  call: { path, json: { prompt } },
});

const unknownExtension = late(404, "unknown-extension", "an extension of a video that does not exist", {
  operationId: "extendVideo",
  call: { json: { video: { id: path.video_id }, prompt } },
});

const contentWrongKey = late(401, "content-wrong-key", `${contentRequest} with a key that does not exist`, {
  operationId: "downloadVideoContent",
  call: { path, key: "wrong" },
});

const others = [unknownContent, unknownRemix, unknownExtension];

/** Making a video is dear, so that unasked only calls which a service has to refuse are made. */
export const videoRefusalCalls: ExchangePlan[] = [
  ...[missingPrompt, noPrompt, unknownVideo, wrongKey, ...others, contentWrongKey].map(({ plan }) => plan),
];

/** Rules on refused requests about videos. */
export const videoRefusalRules: Rule[] = [
  ...missingPrompt.rules,
  // Where a body without anything makes a video, one without a prompt would make another.
  ...noPrompt.rules.map((rule) => (rule.id === noPrompt.plan.id ? { ...rule, after: missingPrompt.plan.id } : rule)),
  ...[unknownVideo, ...others, wrongKey, contentWrongKey].flatMap(({ rules }) => rules),
  rule("videos", "advertised", {
    sentence: "if the model list names the path of videos, they exist",
    requirements: ["R1.6", "R4.10"],
    provenance: "inferred",
    reads: { list: listCall, probe: missingPrompt.plan },
    takesMissing: "absent",
    after: "models/list/usable",
    judge: ({ list, probe }) =>
      passIf(probe !== undefined || !isAdvertised(bodyOf(list?.reply), "/v1/videos"), {
        message: "The model list has models of /v1/videos, and there is nothing at that path.",
      }),
  }),
];
