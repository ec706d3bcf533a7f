import { rule } from "../../checks/define-rule.js";
import type { Exchange } from "../../exchange.js";
import type { Rule, Verdict } from "../../rule.js";
import { listCall } from "../models/list.js";

/** A rule about whatever a run has called, as its topic writes it. */
interface AboutAllCalls extends Pick<Rule, "sentence" | "requirements" | "provenance"> {
  level?: Rule["level"];
  judge(all: Exchange[]): Verdict;
}

/** Makes a rule that reads all calls of a run, and needs none of them but the model list. */
export const onAllCalls = (name: string, { judge, ...about }: AboutAllCalls): Rule =>
  rule("service", name, { ...about, reads: { list: listCall }, readsAll: true, judge: (_read, all) => judge(all) });

/** The calls that were sent with the caller's own key, as the one of the model list was. */
export function withOwnKey(all: Exchange[]): Exchange[] {
  const own = all.find(({ plan }) => plan.id === listCall.id)?.request.headers.authorization;
  return all.filter(({ request }) => request.headers.authorization === own);
}
