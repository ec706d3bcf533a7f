import { valueAt } from "@model-access/contract";
import { type Find, ruleOnExchanges } from "../../checks/define-rule.js";
import { recordsOf } from "../../reading/choose-model.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { jsonOf, type WireReply } from "../../wire/wire.js";

/** The two readings that it compares with belong to what the account is asked about: it is judged when that was. */
export const sameModelsRule: Rule = ruleOnExchanges({
  id: "models/list/same",
  sentence: "The model list has the same models, of the same order, age and price, whenever it is read.",
  requirements: ["R4.2", "R2.7"],
  provenance: "observed",
  exchanges: ["account/models", "models/list", "account/models-again"],
  // The two readings that it compares with belong to what the account is asked about.
  priority: 5,
  after: "models/list/ids-unique",
  judge: judgeSame,
});

/** A list may change while a run is on; one that takes a change back within seconds is another matter. */
function judgeSame(find: Find): Verdict {
  const lists = ["models/list", "account/models", "account/models-again"].map((id) => find(id)?.reply);
  if (lists.some((reply) => reply?.status !== 200)) return pass;
  const [first = [], second = [], third = []] = lists.map((reply) =>
    recordsOf(reply && jsonOf(reply)?.value).map((model) => String(valueAt(model, "/id"))),
  );
  const lost = [...first, ...third].find((id) => !second.includes(id));
  const shown = [first, second, third].map((ids) => ids.length).join(", ");
  const isBack = lost !== undefined && first.includes(lost) && third.includes(lost);
  const flicker = isBack ? lost : second.find((id) => !first.includes(id) && !third.includes(id));
  if (flicker !== undefined)
    return broken({
      message: `Of three readings of the model list, one differs from both others by ${JSON.stringify(flicker)}.`,
      expected: "the same models",
      actual: `${shown} models`,
      pointer: "/data",
    });
  const gone = first.find((id) => !third.includes(id)) ?? third.find((id) => !first.includes(id));
  if (gone === undefined) return judgeOrder([first, second, third]) ?? judgeMembers(lists);
  return broken({
    // A model may be added or taken away while a run is on.
    provenance: "inferred",
    message: `The model list changed within seconds: ${JSON.stringify(gone)} is not in every reading of it.`,
    expected: "the same models",
    actual: `${shown} models`,
    pointer: "/data",
  });
}

/** A list that is in another order each time has none. */
function judgeOrder(readings: string[][]): Verdict | undefined {
  if (new Set(readings.map((ids) => ids.join())).size < readings.length) return undefined;
  const actual = readings.map((ids) => ids.slice(0, 3).join(", ")).join("; ");
  return broken({
    message: "Three readings of the model list have three orders.",
    actual,
    pointer: "/data",
    provenance: "inferred",
  });
}

/** What is another in each of three readings, within seconds, is made up when it is read. */
function judgeMembers(lists: (WireReply | undefined)[]): Verdict {
  const readings = lists.map(
    (reply) => new Map(recordsOf(reply && jsonOf(reply)?.value).map((model) => [valueAt(model, "/id"), model])),
  );
  for (const member of ["/created", "/pricing"]) {
    for (const id of readings[0]?.keys() ?? []) {
      const values = readings.map((models) => JSON.stringify(valueAt(models.get(id), member)));
      if (new Set(values).size < values.length) continue;
      const message = `Three readings of the model list say each another ${member} of ${JSON.stringify(id)}.`;
      return broken({
        message,
        expected: "the same",
        actual: values.join(", "),
        pointer: "/data",
        provenance: "inferred",
      });
    }
  }
  return pass;
}
