import { gone, swap } from "./edit.ts";
import { type Answer, type Fault, textOf } from "./fault.ts";
import { inAnswers, inErrors } from "./rows.ts";

const at = { ids: "errors/" };
const answer = inAnswers({ ...at, status: "error" });
const badRequest = inAnswers({ ...at, status: 400 });
const wrongKey = inAnswers({ ...at, status: 401 });
const chat = inAnswers({ ...at, in: "chat" });
const error = inErrors(at);
const badRequestError = inErrors({ ...at, status: 400 });
const wrongKeyError = inErrors({ ...at, status: 401 });
const messages = { ...at, in: "messages" } as const;
const messagesError = inErrors(messages);
const setStatus = (status: number) => (made: Answer) => {
  if (textOf(made).includes("model_not_found")) made.status = status;
};
const wrongMethod = inAnswers({ ...at, status: 405 });

/** Error bodies, and how gateways break them. */
export const refusalFaults: Fault[] = [
  answer("as-200", "answers errors with status 200", "chat/refused/", { status: 200 }),
  badRequest("as-500", "answers bad requests with 500", "chat/refused/", { status: 500 }),
  badRequest("as-422", "answers bad requests with 422", "chat/refused/", { status: 422 }),
  wrongKey("key-as-403", "answers a wrong key with 403", ["chat/refused/wrong-key", "models/refused/wrong-key"], {
    status: 403,
  }),
  wrongKey("key-as-400", "answers a wrong key with 400", "chat/refused/wrong-key", { status: 400 }),
  chat("model-as-404", "answers an unknown model with 404", "chat/refused/unknown-model", setStatus(404)),
  chat("model-503", "answers an unknown model with 503", "service/refused-for-good", setStatus(503)),
  wrongMethod("method-html", "answers a wrong method with a page", "service/wrong-method/media-type", {
    mediaType: "text/html",
    body: "<h1>Not that way</h1>",
  }),
  answer("html", "answers errors with a page", "chat/refused/", (made) => {
    Object.assign(made, { headers: { "content-type": "text/html" }, body: `<h1>${made.status}</h1>` });
  }),
  answer("text", "calls errors text/plain", "chat/refused/", { headers: { "content-type": "text/plain" } }),
  answer("empty", "answers errors with nothing", "chat/refused/", { body: "" }),
  error("code-as-message", "says the code for a message", "service/messages", {
    "error.message": (_message, { code }) => code,
  }),
  error("bare", "sends the error without its envelope", "chat/refused/", (body) => {
    Object.assign(body, body.error);
    delete body.error;
  }),
  error("string", "sends the error as a string", "chat/refused/", { error: ({ message }) => message }),
  error("detail", "sends the error in the form of another framework", "chat/refused/", (body) => {
    body.detail = body.error.message;
    delete body.error;
  }),
  error("list", "sends a list of errors", "chat/refused/", { error: (one) => [one] }),
  error("no-message", "leaves the message out", "chat/refused/", { "error.message": gone }),
  error("empty-message", "leaves the message empty", ["chat/refused/", "service/messages"], { "error.message": "" }),
  error("object-message", "says [object Object]", "service/messages", { "error.message": "[object Object]" }),
  error("stack", "shows a stack trace in the message", "service/no-internals", {
    "error.message": (text) =>
      `${text}\n    at handle (/srv/gateway/dist/server.js:120:15)\n    at next (/srv/gateway/dist/router.js:9:2)`,
  }),
  error("no-type", "leaves the type out", "chat/refused/", { "error.type": gone }),
  error("no-code", "leaves the code out", "chat/refused/", { "error.code": gone }),
  error("code-null", "says null for the code", "chat/refused/", { "error.code": null }),
  error("code-number", "says the status for the code", "chat/refused/", (body, _asked, _memory, { status }) => {
    body.error.code = status;
  }),
  wrongKeyError("key-type", "names another type for a wrong key", "chat/refused/wrong-key", {
    "error.type": "authentication_error",
  }),
  wrongKeyError("key-code", "names another code for a wrong key", "chat/refused/wrong-key", {
    "error.code": "unauthorized",
  }),
  badRequestError("model-code", "names another code for an unknown model", "chat/refused/unknown-model", {
    "error.code": swap("model_not_found", "invalid_model"),
  }),
  badRequestError("missing-code", "names another code for a missing field", "chat/refused/missing-messages", {
    "error.code": swap("missing_parameter", "invalid_parameter"),
  }),
  badRequestError("range-code", "names another code for a value out of range", "chat/refused/temperature-over-2", {
    "error.code": swap("invalid_parameter", "bad_request"),
  }),
  badRequestError("bad-request-type", "names another type for bad requests", "chat/refused/", {
    "error.type": "validation_error",
  }),
  messagesError("messages-plain", "refuses messages in the form of chat", "messages/refused/", { type: gone }),
  inErrors({ ...messages, status: 401 })(
    "messages-key-type",
    "names chat's type for a key",
    "messages/refused/wrong-key",
    { "error.type": "invalid_request_error" },
  ),
  inErrors({ ...messages, status: 404 })("messages-model-type", "names chat's type", "messages/refused/unknown-model", {
    "error.type": "invalid_request_error",
  }),
  messagesError("messages-no-message", "refuses messages without a message", "messages/refused/", {
    "error.message": gone,
  }),
  inAnswers({ ...messages, status: 404 })(
    "messages-model-as-400",
    "answers it with 400",
    "messages/refused/unknown-model",
    { status: 400 },
  ),
  inErrors({ ids: "small/" })("type-is-code", "swaps type and code", "chat/refused/", {
    error: ({ type, code, ...others }) => ({ ...others, type: code, code: type }),
  }),
  inErrors({ ids: "small/", status: 400 })("leaks-stack", "shows where it failed", "service/no-internals", {
    "error.message": (text) => `${text}\n    at validate (/srv/app/chat.js:41:13)`,
  }),
];
