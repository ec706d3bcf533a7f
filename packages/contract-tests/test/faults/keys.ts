import { type Asked, type Fault, inAnswer, named, paths, refusal, textOf } from "./fault.ts";

const full = "sk-mock-full";
const sentKey = ({ headers }: Asked) => headers.authorization?.replace(/^bearer /i, "") ?? headers["x-api-key"];

/** Lets those requests in whose key fits, as the account's own. */
function lets(about: Pick<Fault, "id" | "says" | "by">, isLetIn: (asked: Asked) => boolean): Fault {
  return {
    ...about,
    ask: (asked) => {
      if (isLetIn(asked)) {
        delete asked.headers["x-api-key"];
        asked.headers.authorization = `Bearer ${full}`;
      }
      return undefined;
    },
  };
}

/** Keys: who is let in and who is not. */
export const keyFaults: Fault[] = [
  lets(
    named("keys/any", "lets any key in", "chat/refused/wrong-key"),
    ({ headers }) => headers.authorization !== undefined && sentKey({ headers } as Asked) !== full,
  ),
  lets(
    named("keys/none-needed", "needs no key for chat", "chat/refused/no-key"),
    ({ path, headers }) => path === paths.chat && headers.authorization === undefined,
  ),
  lets(
    named("keys/none-needed-models", "needs no key for the model list", "models/refused/no-key"),
    ({ path, headers }) => path === paths.models && headers.authorization === undefined,
  ),
  lets(
    named("keys/none-needed-account", "needs no key for the balance", "account/refused/no-key"),
    ({ path, headers }) => path.startsWith("/usage/") && headers.authorization === undefined,
  ),
  lets(
    named("keys/none-needed-history", "needs no key that it can read for the history", "account/refused/bare-key"),
    ({ path, headers }) => path === "/usage/points_history" && !/^(bearer|basic) /i.test(headers.authorization ?? ""),
  ),
  lets(
    named("keys/any-account", "lets any key see the balance", "account/refused/wrong-key"),
    ({ path }) => path === "/usage/current_balance",
  ),
  lets(
    named("keys/any-history", "lets any key see the history", "account/refused/wrong-key"),
    ({ path }) => path === "/usage/points_history",
  ),
  lets(named("keys/empty", "lets an empty key in", "chat/refused/empty-key"), ({ headers }) =>
    /^bearer\s*$/i.test(headers.authorization ?? "-"),
  ),
  lets(
    named("keys/nearly", "compares the beginning of keys only", "chat/refused/nearly-right-key"),
    ({ headers }) =>
      (headers.authorization ?? "").startsWith(`Bearer ${full.slice(0, 8)}`) &&
      /-full?$|-ful.$|-full.$/.test(headers.authorization ?? ""),
  ),
  lets(named("keys/basic", "takes a key under the scheme Basic", "chat/refused/wrong-scheme"), ({ headers }) =>
    /^basic /i.test(headers.authorization ?? ""),
  ),
  lets(named("keys/bare", "takes a key without a scheme", "account/refused/bare-key"), ({ headers }) =>
    (headers.authorization ?? "").startsWith("sk-"),
  ),
  lets(
    named("keys/in-query", "takes a key in the query", "chat/refused/key-in-query"),
    ({ query, headers }) => headers.authorization === undefined && [...query.values()].includes(full),
  ),
  lets(
    named("keys/messages-any", "lets any key in on messages", "messages/refused/wrong-key"),
    ({ path, headers }) => path === paths.messages && sentKey({ headers } as Asked) !== full,
  ),
  lets(
    named("keys/messages-none", "needs no key for messages", "messages/refused/no-key"),
    ({ path, headers }) => path === paths.messages && sentKey({ headers } as Asked) === undefined,
  ),
  {
    ...lets(
      named("keys/responses-none", "needs no key for responses", "responses/refused/no-key"),
      ({ path, headers }) => path === paths.responses && headers.authorization === undefined,
    ),
    weighs: "fail",
  },
  lets(named("keys/revoked", "lets a revoked key in", "keys/revoked"), (asked) => sentKey(asked) === "sk-mock-revoked"),
  lets(
    named("keys/no-permission", "lets a key without permission in", "keys/no-permission"),
    (asked) => sentKey(asked) === "sk-mock-limited",
  ),
  lets(
    named("keys/no-points", "answers on an empty account", "keys/no-points"),
    (asked) => sentKey(asked) === "sk-mock-low",
  ),
  inAnswer(
    named("keys/own-header-refused", "does not take x-api-key on messages", "messages/stream/status"),
    (answer, asked) => {
      if (asked.path === paths.messages && asked.headers.authorization === undefined && answer.status === 200)
        Object.assign(answer, {
          status: 401,
          headers: { "content-type": "application/json" },
          body: '{"type":"error","error":{"type":"authentication_error","message":"No key."}}',
        });
    },
  ),
  inAnswer(
    named("keys/bearer-refused-messages", "does not take a bearer key on messages", "messages/reply/status"),
    (answer, asked) => {
      if (asked.path === paths.messages && asked.headers.authorization !== undefined && answer.status < 400)
        Object.assign(answer, {
          status: 401,
          headers: { "content-type": "application/json" },
          body: '{"type":"error","error":{"type":"authentication_error","message":"No key."}}',
        });
    },
  ),
  {
    ...named("keys/lower-case", "does not know the scheme in lower case", "account/lower-case-bearer"),
    ask: (asked) =>
      asked.headers.authorization?.startsWith("bearer ")
        ? refusal(401, "invalid_request_error", "invalid_api_key")
        : undefined,
  },
  inAnswer(
    named("keys/no-permission-as-401", "answers 401 to a key without permission", "keys/no-permission"),
    (answer) => {
      if (answer.status === 403) answer.status = 401;
    },
  ),
  {
    ...named("keys/no-points-no-balance", "answers 402 to all calls of an empty account", "keys/no-points-balance"),
    ask: (asked) =>
      sentKey(asked) === "sk-mock-low" ? refusal(402, "insufficient_quota", "insufficient_points") : undefined,
  },
  {
    ...named("keys/no-points-balance-500", "fails to tell a balance of 0", "keys/no-points-balance"),
    ask: (asked) =>
      sentKey(asked) === "sk-mock-low" && /balance$/.test(asked.path)
        ? refusal(500, "api_error", "internal_error")
        : undefined,
  },
  inAnswer(named("keys/no-points-null", "tells null for a balance of 0", "keys/no-points-balance/low"), (answer) => {
    if (answer.status === 200 && textOf(answer) === '{"current_point_balance":0}')
      answer.body = '{"current_point_balance":null}';
  }),
  lets(
    named(
      "keys/no-points-others-balance",
      "tells an empty account the balance of another",
      "keys/no-points-balance/low",
    ),
    (asked) => sentKey(asked) === "sk-mock-low" && /balance$/.test(asked.path),
  ),
  {
    ...named(
      "keys/no-permission-history-401",
      "answers 401 where a key may not see the history",
      "keys/no-permission-",
    ),
    ask: (asked) =>
      sentKey(asked) === "sk-mock-limited" && /history$/.test(asked.path)
        ? refusal(401, "invalid_request_error", "invalid_api_key")
        : undefined,
  },
  inAnswer(named("keys/no-points-as-403", "answers 403 on an empty account", "keys/no-points"), (answer) => {
    if (answer.status === 402) answer.status = 403;
  }),
  inAnswer(named("keys/no-points-code", "names another code on an empty account", "keys/no-points/code"), (answer) => {
    if (answer.status === 402)
      answer.body = String(new TextDecoder().decode(Buffer.from(answer.body))).replace(
        '"insufficient_points"',
        '"insufficient_quota"',
      );
  }),
  inAnswer(named("keys/no-points-type", "names another type on an empty account", "keys/no-points/type"), (answer) => {
    if (answer.status === 402)
      answer.body = String(new TextDecoder().decode(Buffer.from(answer.body))).replace(
        '"insufficient_quota"',
        '"billing_error"',
      );
  }),
  inAnswer(named("keys/echo-header", "sends the key back in a header", "service/key-not-echoed"), (answer, asked) => {
    if (asked.headers.authorization) answer.headers["x-debug-auth"] = asked.headers.authorization;
  }),
  inAnswer(named("keys/echo-error", "sends the key back in an error", "service/key-not-echoed"), (answer, asked) => {
    if (answer.status === 400 && asked.path === paths.chat)
      answer.body = JSON.stringify({
        error: { ...JSON.parse(new TextDecoder().decode(Buffer.from(answer.body))).error, headers: asked.headers },
      });
  }),
  lets(
    named("keys/revoked-balance", "shows the balance to a revoked key", "keys/revoked-balance"),
    (asked) => asked.path === "/usage/current_balance" && sentKey(asked) === "sk-mock-revoked",
  ),
  {
    ...named("small/revoked-models", "lists models for a revoked key", "keys/revoked-models"),
    ask: (asked) => {
      if (asked.path === paths.models && asked.headers.authorization?.endsWith("-revoked"))
        asked.headers.authorization = "Bearer sk-mock-full";
      return undefined;
    },
  },
  {
    ...named("small/longer-key", "takes a key that only begins as one", "account/refused/wrong-key-current-balance"),
    ask: ({ headers }) => {
      if (headers.authorization?.endsWith("x")) headers.authorization = headers.authorization.slice(0, -1);
      return undefined;
    },
  },
];
