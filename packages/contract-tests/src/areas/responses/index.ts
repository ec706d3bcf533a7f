import { valueAt } from "@model-access/contract";
import { type Area, joined, optionalArea } from "../../area.js";
import { rule } from "../../checks/define-rule.js";
import { withPairs } from "../../checks/pair-checks.js";
import { bodyOf } from "../../checks/reply.js";
import { listAt } from "../../reading/joined-text.js";
import { broken, pass } from "../../rule.js";
import { refusalsTopic } from "./refusals.js";
import { replyCall, replyTopic } from "./reply.js";
import { searchedCall, searchedTopic } from "./searched.js";
import { streamTopic } from "./stream.js";
import { structuredCall, structuredTopic } from "./structured.js";
import { toolsCall, toolsTopic } from "./tools.js";

/** Items of which it is known what their ids are for. */
const itemTypes = ["message", "reasoning", "function_call", "web_search_call"];

const itemIdsUnique = rule("responses", "item-ids-unique", {
  sentence: "each item of a response has an id of its own",
  requirements: ["R1.5"],
  provenance: "upstream",
  reads: [replyCall, structuredCall, toolsCall, searchedCall],
  takesMissing: true,
  after: "responses/reply/schema",
  judge: (exchanges) => {
    const ids = exchanges.flatMap((exchange) =>
      listAt(bodyOf(exchange.reply), "/output")
        .filter((item) => itemTypes.includes(String(valueAt(item, "/type"))))
        .map((item) => ({ id: valueAt(item, "/id"), exchange })),
    );
    const twice = ids.find(({ id }, index) => id !== undefined && ids.findIndex((each) => each.id === id) < index);
    if (twice === undefined) return pass;
    return broken({ message: `Two items have the id ${twice.id}.`, pointer: "/output", exchange: twice.exchange });
  },
});

export const responsesArea: Area = optionalArea({
  name: "responses",
  path: "/v1/responses",
  ...withPairs(
    joined(replyTopic, streamTopic, refusalsTopic, toolsTopic, structuredTopic, searchedTopic, {
      exchanges: [],
      rules: [itemIdsUnique],
    }),
  ),
});
