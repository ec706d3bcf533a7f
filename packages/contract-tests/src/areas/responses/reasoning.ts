import { valueAt } from "@model-access/contract";
import { bodyOf } from "../../checks/reply.js";
import { dialects } from "../../dialects.js";
import type { Exchange } from "../../exchange.js";
import { listAt } from "../../reading/joined-text.js";
import { isStreamed } from "../../reading/said.js";
import { broken, pass, passIf } from "../../rule.js";
import { lastResponse } from "./stream.js";

/** So many tokens are a thought that has something to sum up; of a shorter one, upstream may give no summary. */
const leastToSumUp = 64;

const responseOf = (exchange: Exchange) => (isStreamed(exchange) ? lastResponse(exchange) : bodyOf(exchange.reply));

const place = (exchange: Exchange, pointer: string) => `${isStreamed(exchange) ? "/response" : ""}${pointer}`;

/** The rule, in short, that a response names the reasoning effort that was asked for. */
export const effortTold = (effort: string) => ({
  sentence: "a response names the requested reasoning effort",
  judge: (exchange: Exchange) => {
    const actual = valueAt(responseOf(exchange), "/reasoning/effort");
    const message = `The effort ${effort} was asked for, and the response says ${JSON.stringify(actual)}.`;
    return passIf(actual === effort, {
      message,
      expected: effort,
      actual,
      pointer: place(exchange, "/reasoning/effort"),
    });
  },
});

/** The rule, in short, that a response has the summary that was asked for. */
export const summaryThere = {
  sentence: "a response that is asked for a summary of its reasoning has one, if it reasoned",
  judge: (exchange: Exchange) => {
    const body = responseOf(exchange);
    const reasoned = Number(valueAt(body, dialects.responses.reasoningAt ?? "") ?? 0);
    const hasSummary = listAt(body, "/output").some((item) => valueAt(item, "/summary/0") !== undefined);
    if (hasSummary || reasoned === 0) return pass;
    return broken({
      message: `The model reasoned for ${reasoned} tokens, and no item of the output has a summary.`,
      expected: "a reasoning item with a summary",
      pointer: place(exchange, "/output"),
      ...(reasoned < leastToSumUp && { provenance: "inferred" }),
    });
  },
};
