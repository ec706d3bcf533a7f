import { isLoopback } from "../base-url.js";
import type { Exchange, Facts, ModelUse } from "../exchange.js";
import { balanceIn } from "../reading/account-reading.js";
import { chooseModel, chooseOfOtherProviders, recordsOf } from "../reading/choose-model.js";
import { readOnce } from "../wire/read-once.js";
import { jsonOf } from "../wire/wire.js";
import type { SessionOptions } from "./session-options.js";

const defaultVideoWaitSeconds = 300;

export function createFacts(options: SessionOptions, finished: ReadonlyMap<string, Exchange>): Facts {
  const { root, model, messagesModel, responsesModel, given = {}, allow = [] } = options;
  const { videoWaitSeconds = defaultVideoWaitSeconds } = options;
  const named = { chat: model, messages: messagesModel, responses: responsesModel, bots: undefined };
  let known: { reply: unknown; value: unknown } | undefined;

  const facts: Facts = {
    /** The model that the caller has named, the list's, or, where the list names none, the one that was named for chat. */
    modelFor: (use) =>
      named[use] ?? chosenOf(facts.modelList, use) ?? (recordsOf(facts.modelList).length === 0 ? model : undefined),
    otherModel: (use, { provider, feature }) => {
      const first = named[use] === undefined ? facts.modelFor(use) : undefined;
      if (first === undefined) return undefined;
      const points = balanceIn(facts.replyTo("account/balance-first"));
      const others = chooseOfOtherProviders(facts.modelList, { use, first, points, ...(feature && { feature }) });
      return others[Math.min(provider, others.length) - 1];
    },
    get modelList() {
      const reply = facts.replyTo("models/list");
      if (known?.reply !== reply || known === undefined) known = { reply, value: reply && jsonOf(reply)?.value };
      return known.value;
    },
    replyTo: (id) => finished.get(id)?.reply,
    given,
    mayWait: allow.includes("burst"),
    videoWaitMs: 1000 * videoWaitSeconds,
    isLocal: isLoopback(root),
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
