import { gone } from "./edit.ts";
import { type Body, editJson, type Fault, isJson, isStream, textOf } from "./fault.ts";
import {
  inAnswers,
  inData,
  inEvents,
  inReplies,
  inRequests,
  inStreams,
  isAt,
  mayRefuse,
  refused,
  variants,
} from "./rows.ts";
import { ofOthers } from "./secrets.ts";

const at = { ids: "legal/" } as const;
const responses = { ...at, in: "responses" } as const;
const chat = { ...at, in: "chat" } as const;
const reply = variants(inReplies(responses));
const list = variants(inReplies({ ...at, in: "models" }));
const file = variants(inReplies({ ...at, in: "files" }));
const small = { ids: "legal/small-", in: "chat", from: "small" } as const;

/** A change of both forms of a reply. */
const inBoth = (
  change: (body: Body, json: Body) => void,
  name: "chat" | "messages" | "responses",
): Pick<Fault, "answer"> => ({
  answer: (answer, { path, json }) => {
    if (!isAt(name, path) || answer.status !== 200) return;
    if (isJson(answer)) editJson(answer, (body) => change(body, json));
    if (isStream(answer)) answer.body = inData((data) => void change(data, json))(textOf(answer));
  },
});
const both = (
  id: string,
  says: string,
  name: "chat" | "messages" | "responses",
  change: (body: Body, json: Body) => void,
) => ({
  ...{ id: `legal/${id}`, says, by: [] },
  ...inBoth(change, name),
});

/** Counts each picture of a chat completion as so many tokens. */
const countingPictures = (id: string, says: string, tokens: number): Fault =>
  both(id, says, "chat", ({ usage }, json) => {
    const pictures = JSON.stringify(json).split('"type":"image_url"').length - 1;
    for (const name of ["prompt_tokens", "total_tokens"]) if (usage) usage[name] -= pictures * (256 - tokens);
  });

/** Legal ways of responses, bots, files and lists of models. */
export const legalAreaVariants: Fault[] = [
  {
    ...both("nothing-stored", "keeps no responses", "responses", (body) => {
      (body.response ?? body).store &&= false;
    }),
    ask: ({ path, json }) =>
      isAt("responses", path) && json?.previous_response_id !== undefined ? refused.invalid : undefined,
  },
  mayRefuse(responses)("models-not-allowed", "lists models that the key may not call", refused.notAllowed, ({ json }) =>
    /^resp_0+ff$/.test(json?.previous_response_id),
  ),
  variants(inRequests(responses))("uncalled-tools-dropped", "leaves tools out that may not be called", (json) => {
    if (json.tool_choice === "none") for (const name of ["tools", "tool_choice"]) delete json[name];
  }),
  both("no-output-text", "leaves output_text to the client", "responses", (body) => {
    delete (body.response ?? body).output_text;
  }),
  reply("only-output-text", "says the text of plain responses in output_text only", {
    output: (items) => items.filter(({ type }: Body) => type !== "message"),
  }),
  file("opaque-files", "gives files addresses without their names", {
    attachment_url: (url) => url.replace(/[^/]*$/, "file"),
  }),
  file("plain-file-names", "writes the names of files in ASCII", {
    attachment_url: (url) => url.replaceAll(/(%[0-9A-F]{2})+/g, "_"),
  }),
  list("shuffled-each-time", "lists models in another order each time, made in seconds", (body, _asked, memory) => {
    memory.turn = (memory.turn ?? 0) + 1;
    body.data = [...body.data.slice(memory.turn), ...body.data.slice(0, memory.turn)];
    for (const model of body.data) model.created = Math.floor(model.created / 1000);
  }),
  list("paged-list", "says where its model list goes on", (body) =>
    Object.assign(body, { has_more: true, last_id: body.data.at(-1).id }),
  ),
  list("whole-list", "says that its model list does not go on", (body) => Object.assign(body, { has_more: false })),
];

/** Legal variants of calls that carry much. */
export const legalDenseVariants: Fault[] = [
  countingPictures("pictures-free", "counts no tokens for pictures", 0),
  countingPictures("pictures-85", "counts 85 tokens for a picture", 85),
  variants(inReplies(chat))("json-spaced", "has white space around JSON", ({ choices: [{ message }] }, { json }) => {
    if (json.response_format !== undefined) message.content = `\n  ${message.content}\n`;
  }),
  variants(inRequests(chat))("schema-unheeded", "heeds no schema for a text", (json) => {
    if (json.response_format === undefined) return;
    delete json.response_format;
    // Its models heed the words of a prompt no more than the schema.
    for (const { content } of json.messages)
      if (Array.isArray(content)) content.at(-1).text = content.at(-1).text.replace(" As a JSON object:", "");
  }),
  mayRefuse(chat)("schema-refused", "takes no schema for a text", refused.invalid, ({ json }) => {
    return json?.response_format !== undefined;
  }),
  variants(inRequests(chat))("one-call", "has a model that makes one call where it could make two", (json) => {
    if (json.tools !== undefined) json.parallel_tool_calls = false;
  }),
];

/** The same at a deployment of chat, models and account. */
export const legalSmallDenseVariants: Fault[] = [
  mayRefuse(small)("no-parts", "takes no text in parts", refused.invalid, ({ json }) =>
    JSON.stringify(json ?? "").includes('"content":['),
  ),
  variants(inAnswers({ ...small, status: 200 }))("crlf", "ends the lines of a text with CRLF", (answer) => {
    answer.body = textOf(answer).replaceAll("\\n", "\\r\\n");
  }),
  variants(inRequests(small))("blanks", "has a model that leaves out needless blanks", {
    "messages.*.content": (text) => (typeof text === "string" ? text.replaceAll(/ {2,}/g, " ") : text),
  }),
];

/** Accounts that are told otherwise, and are right all the same. */
export const legalMoneyVariants: Fault[] = [
  variants(inReplies({ ...at, in: "balance" }))("two-purses", "has a balance of a plan and of purchases", (body) => {
    body.addon_point_balance = Math.min(200, body.current_point_balance);
    body.plan_points_balance = body.current_point_balance - body.addon_point_balance;
  }),
  variants(inAnswers({ ...at, in: "history", status: 400, is: ({ query }) => query.has("starting_after") }))(
    "cursor-gone",
    "has no entries after one that is gone",
    { status: 200, body: JSON.stringify({ has_more: false, length: 0, data: [] }) },
  ),
];

/** A body of 100 KB is another matter. */
const isLong = (json: Body) => {
  const { length } = JSON.stringify(json ?? null);
  return length > 4096 && length < 50_000;
};

/** Legal variants in which another provider's model, or a long prompt, meets what the first model does not. */
export const legalProviderVariants: Fault[] = [
  mayRefuse(chat)(
    "one-key-one-model",
    "lists one provider's models that the key may call",
    refused.notAllowed,
    ({ json }) => /^(gpt-5|claude|grok)/i.test(String(json?.model)),
  ),
  mayRefuse(chat)("short-prompts", "takes no long prompts, and says so", refused.tooLarge, ({ json }) => isLong(json)),
  variants(inStreams({ ...at, in: "messages" }))("start-with-text", "begins a block with its first piece", (text) => {
    let first = "";
    const rest = inData((data) => {
      if (data.delta?.type !== "text_delta" || first !== "") return undefined;
      first = data.delta.text;
      return gone;
    })(text);
    return inData(({ content_block: block }) => void (block?.type === "text" && Object.assign(block, { text: first })))(
      rest,
    );
  }),
  variants(inEvents(chat))("late-role", "names the role in the second chunk", (data, index) => {
    const delta = data.choices?.[0]?.delta;
    if (delta === undefined || index > 1) return;
    delete delta.role;
    if (index === 1) delta.role = "assistant";
  }),
  variants(inReplies(chat))("dated-others", "says the dated names of models", {
    model: (name) => (/^gemini/i.test(name) ? name : `${name}-20251001`),
  }),
];

/** Those that get a note, and no blame: the list tells little of what a model takes. */
export const legalModelVariants: Fault[] = [
  mayRefuse(chat)("no-stop-there", "has a provider whose models take no stop texts", refused.invalid, ({ json }) => {
    return /^gpt-5/i.test(String(json?.model)) && json.stop !== undefined;
  }),
];

/** Texts that look like secrets and are none, or that belong to the caller. */
export const secretVariants: Fault[] = [
  variants(inAnswers({ ...at, status: "error" }))(
    "secrets-examples",
    "shows in its errors how a key is sent",
    (answer) => {
      const example =
        " Send the header Authorization: Bearer YOUR_API_KEY_2, sk-xxxxxxxxxxxxxxxxxxxxxxx1 or sk-mock-1…; not postgres://user:password@host.";
      if (isJson(answer))
        editJson(answer, ({ error }) => {
          error.message += example;
        });
    },
  ),
  variants(inAnswers(at))("secrets-session", "keeps a session in a cookie, and names headers that it takes", {
    headers: {
      "set-cookie": `session=${ofOthers.token}; HttpOnly; Secure`,
      "access-control-allow-headers": "Authorization, X-Api-Key, Content-Type",
      vary: "Authorization",
    },
  }),
  variants(inReplies({ ...at, in: "history" }))(
    "secrets-key-name",
    "tells which key of the caller was used",
    ({ data }) => {
      for (const entry of data) Object.assign(entry, { api_key: "Laptop of the team, 2026", api_key_hint: "sk-…f3k9" });
    },
  ),
  variants(inAnswers({ ...at, status: 401 }))("secrets-challenge", "says in a header how a key is sent", {
    headers: { "www-authenticate": 'Bearer realm="model-access-2026", error=invalid_token' },
  }),
  variants(inAnswers({ ...at, status: 400 }))("secrets-echo", "repeats in errors what was sent", (answer, { json }) => {
    if (json?.model !== undefined && isJson(answer))
      editJson(answer, ({ error }) => {
        error.message += ` It was sent: ${JSON.stringify(json).slice(0, 400)}`;
      });
  }),
];
