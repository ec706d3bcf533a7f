import { editJson, type Fault, inAnswer, inError, isJson, named, paths, textOf } from "./fault.ts";

const answer = (id: string, says: string, by: string | string[], change: NonNullable<Fault["answer"]>): Fault =>
  inAnswer(named(`small/${id}`, says, by), change);

/** Error bodies, and how gateways break them. */
export const refusalFaults: Fault[] = [
  inAnswer(named("errors/as-200", "answers errors with status 200", "chat/refused/"), (answer) => {
    if (answer.status >= 400) answer.status = 200;
  }),
  inAnswer(named("errors/as-500", "answers bad requests with 500", "chat/refused/"), (answer) => {
    if (answer.status === 400) answer.status = 500;
  }),
  inAnswer(named("errors/as-422", "answers bad requests with 422", "chat/refused/"), (answer) => {
    if (answer.status === 400) answer.status = 422;
  }),
  inAnswer(
    named("errors/key-as-403", "answers a wrong key with 403", ["chat/refused/wrong-key", "models/refused/wrong-key"]),
    (answer) => {
      if (answer.status === 401) answer.status = 403;
    },
  ),
  inAnswer(named("errors/key-as-400", "answers a wrong key with 400", "chat/refused/wrong-key"), (answer) => {
    if (answer.status === 401) answer.status = 400;
  }),
  inAnswer(
    named("errors/model-as-404", "answers an unknown model with 404", "chat/refused/unknown-model"),
    (answer, asked) => {
      if (asked.path === paths.chat && textOf(answer).includes("model_not_found")) answer.status = 404;
    },
  ),
  inError(named("errors/code-as-message", "says the code for a message", "service/messages"), {}, ({ error }) => {
    error.message = error.code;
  }),
  inAnswer(
    named("errors/method-html", "answers a wrong method with a page", "service/wrong-method/media-type"),
    (answer) => {
      if (answer.status === 405)
        Object.assign(answer, { headers: { "content-type": "text/html" }, body: "<h1>Not that way</h1>" });
    },
  ),
  inAnswer(
    named("errors/model-503", "answers an unknown model with 503", "service/refused-for-good"),
    (answer, asked) => {
      if (asked.path === paths.chat && textOf(answer).includes("model_not_found")) answer.status = 503;
    },
  ),
  inAnswer(named("errors/html", "answers errors with a page", "chat/refused/"), (answer) => {
    if (answer.status >= 400)
      Object.assign(answer, { headers: { "content-type": "text/html" }, body: `<h1>${answer.status}</h1>` });
  }),
  inAnswer(named("errors/text", "calls errors text/plain", "chat/refused/"), (answer) => {
    if (answer.status >= 400) answer.headers["content-type"] = "text/plain";
  }),
  inAnswer(named("errors/empty", "answers errors with nothing", "chat/refused/"), (answer) => {
    if (answer.status >= 400) answer.body = "";
  }),
  inError(named("errors/bare", "sends the error without its envelope", "chat/refused/"), {}, (body) => {
    Object.assign(body, body.error);
    delete body.error;
  }),
  inError(named("errors/string", "sends the error as a string", "chat/refused/"), {}, (body) => {
    body.error = body.error.message;
  }),
  inError(named("errors/detail", "sends the error in the form of another framework", "chat/refused/"), {}, (body) => {
    body.detail = body.error.message;
    delete body.error;
  }),
  inError(named("errors/list", "sends a list of errors", "chat/refused/"), {}, (body) => {
    body.error = [body.error];
  }),
  inError(
    named("errors/no-message", "leaves the message out", "chat/refused/"),
    {},
    (body) => delete body.error.message,
  ),
  inError(
    named("errors/empty-message", "leaves the message empty", ["chat/refused/", "service/messages"]),
    {},
    (body) => {
      body.error.message = "";
    },
  ),
  inError(named("errors/object-message", "says [object Object]", ["service/messages"]), {}, (body) => {
    body.error.message = "[object Object]";
  }),
  inError(named("errors/stack", "shows a stack trace in the message", "service/no-internals"), {}, (body) => {
    body.error.message +=
      "\n    at handle (/srv/gateway/dist/server.js:120:15)\n    at next (/srv/gateway/dist/router.js:9:2)";
  }),
  inError(named("errors/no-type", "leaves the type out", "chat/refused/"), {}, (body) => delete body.error.type),
  inError(named("errors/no-code", "leaves the code out", "chat/refused/"), {}, (body) => delete body.error.code),
  inError(named("errors/code-null", "says null for the code", "chat/refused/"), {}, (body) => {
    body.error.code = null;
  }),
  inError(named("errors/code-number", "says the status for the code", "chat/refused/"), {}, (body, { status }) => {
    body.error.code = status;
  }),
  inError(
    named("errors/key-type", "names another type for a wrong key", "chat/refused/wrong-key"),
    { status: 401 },
    (body) => {
      body.error.type = "authentication_error";
    },
  ),
  inError(
    named("errors/key-code", "names another code for a wrong key", "chat/refused/wrong-key"),
    { status: 401 },
    (body) => {
      body.error.code = "unauthorized";
    },
  ),
  inError(
    named("errors/model-code", "names another code for an unknown model", "chat/refused/unknown-model"),
    { status: 400 },
    (body) => {
      if (body.error.code === "model_not_found") body.error.code = "invalid_model";
    },
  ),
  inError(
    named("errors/missing-code", "names another code for a missing field", "chat/refused/missing-messages"),
    { status: 400 },
    (body) => {
      if (body.error.code === "missing_parameter") body.error.code = "invalid_parameter";
    },
  ),
  inError(
    named("errors/range-code", "names another code for a value out of range", "chat/refused/temperature-over-2"),
    { status: 400 },
    (body) => {
      if (body.error.code === "invalid_parameter") body.error.code = "bad_request";
    },
  ),
  inError(
    named("errors/bad-request-type", "names another type for bad requests", "chat/refused/"),
    { status: 400 },
    (body) => {
      body.error.type = "validation_error";
    },
  ),
  inError(
    named("errors/messages-plain", "refuses messages in the form of chat", "messages/refused/"),
    { path: paths.messages },
    (body) => delete body.type,
  ),
  inError(
    named("errors/messages-key-type", "names chat's type for a wrong key of messages", "messages/refused/wrong-key"),
    { path: paths.messages, status: 401 },
    (body) => {
      body.error.type = "invalid_request_error";
    },
  ),
  inError(
    named(
      "errors/messages-model-type",
      "names another type for an unknown model of messages",
      "messages/refused/unknown-model",
    ),
    { path: paths.messages, status: 404 },
    (body) => {
      body.error.type = "invalid_request_error";
    },
  ),
  inError(
    named("errors/messages-no-message", "refuses messages without a message", "messages/refused/"),
    { path: paths.messages },
    (body) => delete body.error.message,
  ),
  inAnswer(
    named(
      "errors/messages-model-as-400",
      "answers an unknown model of messages with 400",
      "messages/refused/unknown-model",
    ),
    (answer, asked) => {
      if (asked.path === paths.messages && answer.status === 404) answer.status = 400;
    },
  ),
  answer("type-is-code", "swaps type and code", "chat/refused/", (made) => {
    if (made.status >= 400 && isJson(made))
      editJson(made, ({ error }) => Object.assign(error, { type: error.code, code: error.type }));
  }),
  answer("leaks-stack", "shows where it failed in the code", "service/no-internals", (made) => {
    if (made.status === 400 && isJson(made))
      editJson(made, ({ error }) => {
        error.message = `${error.message}\n    at validate (/srv/app/chat.js:41:13)`;
      });
  }),
];
