import type { ExchangePlan } from "../exchange.js";
import { videoLifeExchanges } from "./video-life.js";

const path = { video_id: "video_contract_tests_no_such_video" };

/** Making a video is dear, so that unasked only calls which a service has to refuse are made. */
export const videosExchanges: ExchangePlan[] = [
  {
    id: "videos/refused/missing-prompt",
    operationId: "createVideo",
    says: "a video without model and prompt",
    isValid: false,
    write: () => ({ json: {} }),
  },
  {
    id: "videos/refused/unknown-video",
    operationId: "retrieveVideo",
    says: "a request for a video that does not exist",
    isValid: false,
    write: () => ({ path }),
  },
  {
    id: "videos/refused/unknown-content",
    operationId: "downloadVideoContent",
    says: "a request for the content of a video that does not exist",
    isValid: false,
    write: () => ({ path }),
  },
  {
    id: "videos/refused/wrong-key",
    operationId: "retrieveVideo",
    says: "a request for a video with a key that does not exist",
    isValid: false,
    write: () => ({ path, key: "wrong" }),
  },
  ...videoLifeExchanges,
];
