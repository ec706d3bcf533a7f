import { isLoopback } from "../base-url.js";
import type { Facts, ModelUse } from "../exchange.js";
import { balanceIn } from "../reading/account-reading.js";
import { chooseModel, chooseOfOtherProviders, recordsOf } from "../reading/choose-model.js";
import { readOnce } from "../wire/read-once.js";
import type { SessionOptions } from "./session-options.js";

const defaultVideoWaitSeconds = 300;

type OfCaller = Pick<
  SessionOptions,
  "model" | "messagesModel" | "responsesModel" | "given" | "allow" | "videoWaitSeconds"
> & { root?: string };

/** The facts that are known from the caller and from what was answered. Without `points`, the account says how many it has. */
export function createFacts(
  { root, model, messagesModel, responsesModel, given = {}, allow = [], ...options }: OfCaller,
  { replyTo, modelList, points }: Pick<Facts, "replyTo"> & { modelList(): unknown; points?: number },
): Facts {
  const { videoWaitSeconds = defaultVideoWaitSeconds } = options;
  const named = { chat: model, messages: messagesModel, responses: responsesModel, bots: undefined };

  const facts: Facts = {
    /** The model that the caller has named, the list's, or, where the list names none, the one that was named for chat. */
    modelFor: (use) =>
      named[use] ?? chosenOf(modelList(), use) ?? (recordsOf(modelList()).length === 0 ? model : undefined),
    otherModel: (use, { provider, feature }) => {
      const first = named[use] === undefined ? facts.modelFor(use) : undefined;
      if (first === undefined) return undefined;
      const about = { use, first, points: points ?? balanceIn(replyTo("account/balance-first")) };
      const others = chooseOfOtherProviders(modelList(), { ...about, ...(feature && { feature }) });
      return others[Math.min(provider, others.length) - 1];
    },
    get modelList() {
      return modelList();
    },
    replyTo,
    given,
    mayWait: allow.includes("burst"),
    videoWaitMs: 1000 * videoWaitSeconds,
    isLocal: root !== undefined && isLoopback(root),
  };
  return facts;
}

const chosenIn = readOnce((_list: object) => new Map<ModelUse, string | undefined>());

/** The model of a list for a use, chosen once: most calls ask for it. */
function chosenOf(list: unknown, use: ModelUse): string | undefined {
  if (typeof list !== "object" || list === null) return undefined;
  const chosen = chosenIn(list);
  if (!chosen.has(use)) chosen.set(use, chooseModel(list, use));
  return chosen.get(use);
}
