import { valueAt } from "@model-access/contract";
import type { Call, CannotCall, ExchangePlan, Facts } from "../exchange.js";
import { chooseVideoModel } from "../models/choose-model.js";
import { jsonOf, type WireReply } from "../wire/wire.js";

const pollTimes = 40;
/** Times the number of the try: 40 tries are 27 minutes. */
const pollMs = 2_000;

const finalStates = ["completed", "failed"];

/** A video from its order to its remix and its extension. A video is dear, so that this is done only where it is allowed. */
export const videoLifeExchanges: ExchangePlan[] = [
  {
    id: "videos/created",
    operationId: "createVideo",
    says: "a video",
    isValid: true,
    isBilled: true,
    allow: "dear",
    write: ({ modelList }) => {
      const model = chooseVideoModel(modelList);
      return model === undefined
        ? { because: "the model list has no video model", needs: "a video model" }
        : { json: { model, prompt: "A white dot on a black ground." } };
    },
  },
  {
    id: "videos/finished",
    operationId: "retrieveVideo",
    says: "a request for the video until it is finished",
    isValid: true,
    needs: ["videos/created"],
    repeat: { atMost: pollTimes, waitMs: pollMs, until: (reply) => reply.status !== 200 || isFinal(reply) },
    write: (facts) => ofVideo(facts, (id) => ({ path: { video_id: id } })),
  },
  {
    id: "videos/content",
    operationId: "downloadVideoContent",
    says: "a request for the finished video's content",
    isValid: true,
    needs: ["videos/finished"],
    write: (facts) => ofVideo(facts, (id) => ({ path: { video_id: id }, headers: { accept: "*/*" } })),
  },
  {
    id: "videos/remixed",
    operationId: "remixVideo",
    says: "a remix of the finished video",
    isValid: true,
    isBilled: true,
    allow: "dear",
    needs: ["videos/content"],
    write: (facts) => ofVideo(facts, (id) => ({ path: { video_id: id }, json: { prompt: "A grey dot." } })),
  },
  {
    id: "videos/extended",
    operationId: "extendVideo",
    says: "an extension of the finished video",
    isValid: true,
    isBilled: true,
    allow: "dear",
    needs: ["videos/content"],
    write: (facts) => ofVideo(facts, (id) => ({ json: { video: { id }, prompt: "The dot grows." } })),
  },
];

const isFinal = (reply: WireReply) => finalStates.includes(String(valueAt(jsonOf(reply)?.value, "/status")));

function ofVideo(facts: Facts, write: (id: string) => Call): Call | CannotCall {
  const created = facts.replyTo("videos/created");
  const id = created && valueAt(jsonOf(created)?.value, "/id");
  return typeof id === "string" ? write(id) : { because: "no video was made" };
}
