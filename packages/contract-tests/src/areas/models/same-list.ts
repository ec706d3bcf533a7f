import { valueAt } from "@model-access/contract";
import { rule } from "../../checks/define-rule.js";
import { bodyOf, judgeStatus, onJson } from "../../checks/reply.js";
import type { Exchange } from "../../exchange.js";
import { recordsOf } from "../../reading/choose-model.js";
import { broken, pass, type Rule, type Verdict } from "../../rule.js";
import { models, modelsAgain } from "../account/readings.js";
import { listCall } from "./list.js";

/** Clients that name no media type want one all the same. */
export const anyAcceptRule: Rule = rule(listCall, "any-accept", {
  sentence: "the model list is answered with status 200 to a request that accepts any media type",
  requirements: ["R4.2", "R7.1"],
  provenance: "upstream",
  reads: { again: modelsAgain, list: listCall },
  priority: 5,
  after: "status",
  judge: ({ again }) => judgeStatus(again, 200),
});

/** All calls but this one ask for bodies as they are, and every client takes encoded ones. */
export const encodedRule: Rule = rule(listCall, "encoded", {
  sentence: "the model list can be read by a client that takes compressed bodies",
  requirements: ["R4.2"],
  provenance: "upstream",
  client: "openai",
  reads: { again: modelsAgain, list: listCall },
  priority: 5,
  after: ["usable", "any-accept"],
  judge: ({ again }) => onJson(again, () => pass),
});

/** Three readings of the list, of which two belong to what the account is asked about: it is judged when that was. */
export const sameModelsRule: Rule = rule(listCall, "same", {
  sentence: "every reading of the model list has the same models, with the same times and prices",
  requirements: ["R4.2", "R2.7"],
  provenance: "observed",
  reads: { second: models, first: listCall, third: modelsAgain },
  priority: 5,
  after: ["ids-unique", "encoded"],
  judge: ({ first, second, third }) => judgeSame([first, second, third]),
});

/** A list may change while a run is on; one that takes a change back within seconds is another matter. */
function judgeSame(exchanges: Exchange[]): Verdict {
  if (exchanges.some(({ reply }) => reply?.status !== 200)) return pass;
  const lists = exchanges.map(({ reply }) => recordsOf(bodyOf(reply)));
  const [first = [], second = [], third = []] = lists.map(idsOf);
  const actual = `${[first, second, third].map((ids) => ids.length).join(", ")} models`;
  const finding = { expected: "the same models", actual, pointer: "/data" };
  const flicker =
    first.find((id) => !second.includes(id) && third.includes(id)) ??
    second.find((id) => !first.includes(id) && !third.includes(id));
  if (flicker !== undefined) {
    const message = `Of three readings of the model list, one differs from both others by ${JSON.stringify(flicker)}.`;
    return broken({ ...finding, message });
  }
  const gone = first.find((id) => !third.includes(id)) ?? third.find((id) => !first.includes(id));
  if (gone === undefined) return judgeMembers(lists);
  const message = `The model list changed within seconds: ${JSON.stringify(gone)} is not in every reading of it.`;
  // A model may be added or taken away while a run is on.
  return broken({ ...finding, message, provenance: "inferred" });
}

const idsOf = (records: unknown[]) => records.map((model) => String(valueAt(model, "/id")));

/** A value that differs in each of three readings, within seconds, is made up when it is read. */
function judgeMembers(lists: unknown[][]): Verdict {
  const readings = lists.map((records) => new Map(records.map((model) => [valueAt(model, "/id"), model])));
  for (const member of ["/created", "/pricing"]) {
    for (const id of readings[0]?.keys() ?? []) {
      const values = readings.map((models) => JSON.stringify(valueAt(models.get(id), member)));
      if (new Set(values).size < values.length) continue;
      const message = `Three readings of the model list say each another ${member} of ${JSON.stringify(id)}.`;
      const actual = values.join(", ");
      return broken({ message, expected: "the same", actual, pointer: "/data", provenance: "inferred" });
    }
  }
  return pass;
}
