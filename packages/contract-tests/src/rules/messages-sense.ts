import { valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { fewTokens } from "../exchanges/chat.js";
import { messagesExchanges } from "../exchanges/messages.js";
import { toolName } from "../exchanges/tool.js";
import { broken, pass, type Rule, type Verdict } from "../rule.js";
import { judgeStatus } from "./judge-reply.js";
import { ruleOnExchanges } from "./on-exchanges.js";
import { planned } from "./planned.js";
import { ruleOn } from "./rule-on.js";
import { bodyOf, judgeMostTokens, judgeTextThere, judgeUsageCounted } from "./sense.js";
import { judgeToolInput } from "./tool-input.js";

const plan = planned(messagesExchanges);
const reply = plan("messages/reply");

/** Those of the specification, and what the upstream provider has besides. */
const stopReasons = [
  "end_turn",
  "max_tokens",
  "stop_sequence",
  "tool_use",
  "pause_turn",
  "refusal",
  "model_context_window_exceeded",
];

/** What messages say, and whether it makes sense. */
export const messagesSenseRules: Rule[] = [
  ruleOn(reply, {
    name: "text",
    sentence: "a message in reply to a plain question has a text",
    requirements: ["R2.12"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) => judgeTextThere(exchange, "messages"),
  }),
  ruleOn(reply, {
    name: "stop-reason",
    sentence: "a message says why it ended, by a word that the upstream provider has",
    requirements: ["R2.13"],
    provenance: "upstream",
    after: "schema",
    judge: ({ reply: answer }) => {
      const reason = valueAt(bodyOf(answer), "/stop_reason");
      if (stopReasons.includes(String(reason))) return pass;
      return broken({
        message: `stop_reason is ${JSON.stringify(reason)}.`,
        expected: "end_turn, max_tokens, stop_sequence or tool_use",
        actual: String(reason),
        pointer: "/stop_reason",
      });
    },
  }),
  ruleOn(reply, {
    name: "usage-counted",
    sentence: "a message counts tokens for its prompt and its text",
    requirements: ["R2.13"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) => judgeUsageCounted(exchange, ["input_tokens", "output_tokens"], "messages"),
  }),
  ruleOn(reply, {
    name: "max-tokens",
    sentence: "a message has no more tokens than max_tokens",
    requirements: ["R2.9"],
    provenance: "upstream",
    after: "schema",
    judge: (exchange) => judgeMostTokens(exchange, fewTokens, { dialect: "messages", countAt: "/usage/output_tokens" }),
  }),
  ruleOn(reply, {
    name: "cut-off",
    sentence: "a message that max_tokens ended says so",
    requirements: ["R2.9", "R2.13"],
    provenance: "upstream",
    after: "stop-reason",
    judge: ({ reply: answer }) => {
      const [count, reason] = ["/usage/output_tokens", "/stop_reason"].map((at) => valueAt(bodyOf(answer), at));
      return judgeCutOff({ count, reason, pointer: "/stop_reason" });
    },
  }),
  ruleOn(reply, {
    name: "prompt-counted",
    sentence: "a message counts the tokens of its system prompt, too",
    requirements: ["R2.9", "R2.13"],
    provenance: "upstream",
    after: "usage-counted",
    judge: judgePromptCounted,
  }),
  ruleOnExchanges({
    id: "messages/ids-unique",
    sentence: "Each message has an id of its own.",
    requirements: ["R2.12"],
    provenance: "upstream",
    exchanges: ["messages/reply", "messages/tools"],
    after: ["messages/reply/schema", "messages/tools/status"],
    judge: (_find, all) => {
      const ids = all.map((exchange) => valueAt(bodyOf(exchange.reply), "/id"));
      if (typeof ids[0] !== "string" || ids[0] !== ids[1]) return pass;
      return broken({ message: `Two messages have the id ${ids[0]}.`, pointer: "/id" });
    },
  }),
  {
    ...ruleOn(plan("messages/short"), {
      name: "stop-reason",
      sentence: "a message that is at its end says end_turn",
      requirements: ["R2.13"],
      provenance: "upstream",
      judge: judgeEndTurn,
    }),
    after: ["messages/reply/status", "messages/reply/stop-reason"],
  },
  {
    ...ruleOn(plan("messages/tools"), {
      name: "status",
      sentence:
        "a message with a picture, a system prompt in blocks, temperature 1 and a tool is answered with status 200",
      requirements: ["R1.4", "R2.9", "R2.10", "R2.11", "R8.2", "R9.3"],
      provenance: "stated",
      judge: judgeToolsStatus,
    }),
    after: "messages/reply/status",
  },
  ruleOn(plan("messages/tools"), {
    name: "call",
    sentence: "a message that has to call a tool calls it, with an id, its name and an input that it takes",
    requirements: ["R1.4", "R2.12", "R2.13"],
    provenance: "upstream",
    after: "status",
    judge: judgeToolUse,
  }),
  ruleOn(plan("messages/refused/own-header-wrong-key"), {
    sentence: "a key that does not exist is refused in x-api-key too",
    requirements: ["R5.2", "R5.3"],
    provenance: "stated",
    judge: (exchange) => judgeStatus(exchange, 401),
  }),
  ruleOn(plan("messages/refused/foreign-model"), {
    sentence: "a model of another provider is refused with status 404",
    requirements: ["R1.4", "R1.14", "R4.7"],
    provenance: "stated",
    judge: (exchange) => judgeStatus(exchange, 404),
  }),
];

/** Where it is as long as it may be, or refused by the model, there is another reason. */
function judgeEndTurn(exchange: Exchange): Verdict {
  const verdict = judgeStatus(exchange, 200);
  if (verdict.outcome !== "pass") return verdict;
  const reason = valueAt(bodyOf(exchange.reply), "/stop_reason");
  if (reason === "end_turn" || reason === "max_tokens" || reason === "refusal") return pass;
  return broken({
    message: `A short message has the stop_reason ${JSON.stringify(reason)}.`,
    expected: "end_turn",
    actual: String(reason),
    pointer: "/stop_reason",
  });
}

/** The model has the name that the first reply gave it, which may be one that is not for callers. */
function judgeToolsStatus(exchange: Exchange): Verdict {
  const verdict = judgeStatus(exchange, 200);
  return verdict.outcome === "broken" && exchange.reply?.status === 404
    ? broken({ ...verdict.finding, provenance: "observed" })
    : verdict;
}

/** None of the words that were sent is less than a token. */
function judgePromptCounted({ request, reply: answer }: Exchange): Verdict {
  const sent: unknown = JSON.parse(request.body ?? "null");
  const texts = ["/system", "/messages/0/content"].map((at) => String(valueAt(sent, at)));
  const words = texts.join(" ").split(" ").length;
  // The upstream provider counts what it has kept from an earlier prompt, or keeps for a later one, apart.
  const counts = ["input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"].map((name) =>
    Number(valueAt(bodyOf(answer), `/usage/${name}`) ?? 0),
  );
  const count = counts.reduce((sum, each) => sum + each, 0);
  if (count >= 0.9 * words) return pass;
  return broken({
    message: `A prompt of ${words} words counts ${count} tokens.`,
    expected: `at least ${Math.ceil(0.9 * words)}`,
    actual: String(count),
    pointer: "/usage/input_tokens",
  });
}

/** Judges that a message with all the tokens that it may have says that max_tokens ended it. */
export function judgeCutOff({ count, reason, pointer }: { count: unknown; reason: unknown; pointer: string }): Verdict {
  if (count !== fewTokens || reason === "max_tokens") return pass;
  return broken({
    message: `The message has all ${fewTokens} tokens, and the stop_reason ${JSON.stringify(reason)}.`,
    expected: "max_tokens",
    actual: String(reason),
    pointer,
  });
}

function judgeToolUse({ reply: answer }: Exchange): Verdict {
  const body = bodyOf(answer);
  const content = valueAt(body, "/content");
  const blocks: unknown[] = Array.isArray(content) ? content : [];
  const at = blocks.findIndex((block) => valueAt(block, "/type") === "tool_use");
  if (at === -1)
    return broken({ message: "The tool was not called.", expected: "a tool_use block", pointer: "/content" });
  const pointer = `/content/${at}`;
  const wrong = ["/id", "/name"].find((member) => typeof valueAt(blocks[at], member) !== "string");
  if (wrong !== undefined)
    return broken({
      message: `The tool_use block has no ${wrong.slice(1)}.`,
      expected: "a string",
      pointer: `${pointer}${wrong}`,
    });
  const name = valueAt(blocks[at], "/name");
  if (name !== toolName)
    return broken({
      message: `The tool that was called is ${JSON.stringify(name)}.`,
      expected: toolName,
      pointer: `${pointer}/name`,
    });
  const input = valueAt(blocks[at], "/input");
  if (typeof input !== "object")
    return broken({
      message: "The input of the tool is no object.",
      expected: "an object",
      pointer: `${pointer}/input`,
    });
  const verdict = judgeToolInput(input, `${pointer}/input`);
  if (verdict.outcome !== "pass") return verdict;
  const reason = valueAt(body, "/stop_reason");
  if (reason === "tool_use") return pass;
  return broken({
    message: `A tool is called, and stop_reason is ${JSON.stringify(reason)}.`,
    expected: "tool_use",
    actual: String(reason),
    pointer: "/stop_reason",
    provenance: "upstream",
  });
}
