import { type Body, type Fault, inData, inReply, inStream, paths, refusal } from "./fault.ts";
import { about } from "./legal-about.ts";

/** A body of 100 KB is another matter. */
const isLong = (json: Body) => {
  const { length } = JSON.stringify(json ?? null);
  return length > 4096 && length < 50_000;
};

/** Legal variants in which another provider's model, or a long prompt, meets what the first model does not. */
export const legalProviderVariants: Fault[] = [
  {
    ...about("one-key-one-model", "lists models that the key may not call, of each provider but one"),
    ask: ({ path, json }) =>
      path === paths.chat && /^(gpt-5|claude|grok)/i.test(String(json?.model))
        ? refusal(403, "permission_error", "permission_denied")
        : undefined,
  },
  {
    ...about("short-prompts", "takes no long prompts, and says so"),
    ask: ({ path, json }) =>
      path === paths.chat && isLong(json) ? refusal(413, "invalid_request_error", "request_too_large") : undefined,
  },
  inStream(about("start-with-text", "begins a block of text with its first piece"), paths.messages, (text) => {
    let first = "";
    const rest = inData((data) => {
      if (data.delta?.type !== "text_delta" || first !== "") return data;
      first = data.delta.text;
      return undefined;
    })(text);
    return inData((data) => {
      if (data.content_block?.type === "text") data.content_block.text = first;
      return data;
    })(rest);
  }),
  inStream(
    about("late-role", "names the role in the second chunk"),
    paths.chat,
    inData((data, index) => {
      const delta = data.choices?.[0]?.delta;
      if (delta !== undefined && index < 2) {
        delete delta.role;
        if (index === 1) delta.role = "assistant";
      }
      return data;
    }),
  ),
  inReply(about("dated-others", "says the dated names of models"), paths.chat, (body) => {
    if (!/^gemini/i.test(body.model)) body.model = `${body.model}-20251001`;
  }),
];

/** Those that get a note, and no blame: the list tells little of what a model takes. */
export const legalModelVariants: Fault[] = [
  {
    ...about("no-stop-there", "has a provider whose models take no stop texts"),
    ask: ({ path, json }) =>
      path === paths.chat && /^gpt-5/i.test(String(json?.model)) && json.stop !== undefined
        ? refusal(400, "invalid_request_error", "invalid_parameter")
        : undefined,
  },
];
