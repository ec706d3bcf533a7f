import { valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { listAt } from "../reading/joined-text.js";
import { payloadsIn } from "../reading/said.js";
import { broken, pass, type Verdict } from "../rule.js";
import { schemaNamed } from "./provenance.js";

/** The reasons to stop that R2.13 allows, and those that the upstream provider has besides. */
export const stopReasons: unknown[] = listAt(schemaNamed("MessageStopReason"), "/anyOf").flatMap((branch) =>
  listAt(branch, "/enum"),
);

/** The types of blocks that R2.12 allows, and those that the upstream provider has besides. */
const blockTypes: unknown[] = listAt(schemaNamed("MessageContentBlock"), "/anyOf").map((branch) =>
  valueAt(schemaNamed(String(valueAt(branch, "/$ref")).split("/").at(-1) ?? ""), "/properties/type/const"),
);

/** The types of blocks that tools of the upstream provider add to a message. */
const ofProviderTools = /^(server_tool_use|mcp_tool_use|container_upload|compaction|\w+_tool_result)$/;

const isBlockType = (type: unknown) => blockTypes.includes(type) || ofProviderTools.test(String(type));

/** The places of these words in a message, and in the events of a stream. */
const places = [
  ...["/stop_reason", "/delta/stop_reason"].map((at) => ({
    at,
    isKnown: (word: unknown) => stopReasons.includes(word),
  })),
  { at: "/content_block/type", isKnown: isBlockType },
];

/** Judges that a message, plain or streamed, has no word that somebody made up. Clients skip unknown ones, and lose what they stand for. */
export function judgeMessageWords(exchange: Exchange): Verdict {
  for (const [index, payload] of payloadsIn(exchange).entries()) {
    const blocks = listAt(payload, "/content").map((_, nth) => ({ at: `/content/${nth}/type`, isKnown: isBlockType }));
    for (const { at, isKnown } of [...places, ...blocks]) {
      const word = valueAt(payload, at);
      if (typeof word !== "string" || isKnown(word)) continue;
      const message = `${at} is ${JSON.stringify(word)}, which neither the specification nor the upstream provider has.`;
      const expected = isKnown === isBlockType ? "text or tool_use" : "end_turn, max_tokens, stop_sequence or tool_use";
      const eventNumber = exchange.plan.isStreamed ? { eventNumber: index + 1 } : {};
      return broken({ message, expected, actual: word, pointer: at, ...eventNumber, exchange });
    }
  }
  return pass;
}

/** Judges that the blocks of a streamed message are numbered from 0, by which clients fill a list. */
export function judgeBlockIndexes(exchange: Exchange): Verdict {
  const { payloads } = exchange.stream();
  const starts = payloads.filter((payload) => valueAt(payload, "/type") === "content_block_start");
  const at = starts.findIndex((start, index) => valueAt(start, "/index") !== index);
  if (at === -1) return pass;
  const actual = String(valueAt(starts[at], "/index"));
  return broken({
    message: `Block ${at} of the stream has the index ${actual}.`,
    expected: String(at),
    actual,
    pointer: "/index",
    eventNumber: payloads.indexOf(starts[at]) + 1,
  });
}
