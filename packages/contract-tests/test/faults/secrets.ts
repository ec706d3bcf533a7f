import { editJson, type Fault, inAnswer, isJson, isStream, named, paths, textOf } from "./fault.ts";
import { about } from "./legal-about.ts";

const rule = "service/no-secrets";
const isReply = (status: number) => status === 200;

/** Made for these tests: they open nothing. */
const ofOthers = {
  key: "sk-prod-7Hq2LmZx9TbVc4RfKd8WnYp3",
  cloud: "AKIAQ3T7M2ZX8LPD4VKC",
  address: "postgres://gateway:Vk7rq2Lm@db-3:5432/accounts",
  token: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJnYXRld2F5LTcifQ.q7ZxM2LtV9RbKd4Wc8Yp",
};

/** Secrets of others in what a deployment answers. */
export const secretFaults: Fault[] = [
  inAnswer(named("secrets/header", "passes its own credentials on in a header", rule), ({ status, headers }, asked) => {
    if (isReply(status) && asked.path === paths.chat) headers["x-upstream-authorization"] = `Bearer ${ofOthers.key}`;
  }),
  inAnswer(named("secrets/header-by-name", "tells its token in a header", rule), ({ status, headers }) => {
    if (isReply(status)) headers["x-auth-token"] = "f81d4fae7dec11d0a76500a0c91e6bf6";
  }),
  inAnswer(named("secrets/member", "tells a key in a member of a reply", rule), (answer, { path }) => {
    if (path === paths.chat && isReply(answer.status) && isJson(answer))
      editJson(answer, (body) => {
        body.debug = { upstream: { key: ofOthers.key } };
      });
  }),
  inAnswer(named("secrets/event", "tells a key in the events of a stream", rule), (answer, { path }) => {
    if (path === paths.chat && isStream(answer))
      answer.body = textOf(answer).replaceAll('data: {"', `data: {"x_upstream":{"api_key":"${ofOthers.key}"},"`);
  }),
  ...Object.entries(ofOthers).map(([name, secret]) =>
    inAnswer(named(`secrets/error-${name}`, `tells a secret in its errors (${name})`, rule), (answer, { path }) => {
      if (path === paths.chat && answer.status === 400 && isJson(answer))
        editJson(answer, ({ error }) => {
          error.message += ` The upstream of ${secret} refused it.`;
        });
    }),
  ),
];

/** Texts that look like secrets and are none, or that belong to the caller. */
export const secretVariants: Fault[] = [
  inAnswer(about("secrets-examples", "shows in its errors how a key is sent"), (answer) => {
    if (answer.status >= 400 && isJson(answer))
      editJson(answer, ({ error }) => {
        error.message +=
          " Send the header Authorization: Bearer YOUR_API_KEY_2, sk-xxxxxxxxxxxxxxxxxxxxxxx1 or sk-mock-1…; not postgres://user:password@host.";
      });
  }),
  inAnswer(about("secrets-session", "keeps a session in a cookie, and names headers that it takes"), ({ headers }) => {
    headers["set-cookie"] = `session=${ofOthers.token}; HttpOnly; Secure`;
    headers["access-control-allow-headers"] = "Authorization, X-Api-Key, Content-Type";
    headers.vary = "Authorization";
  }),
  inAnswer(about("secrets-challenge", "says in a header how a key is sent"), (answer) => {
    if (answer.status === 401)
      answer.headers["www-authenticate"] = 'Bearer realm="model-access-2026", error=invalid_token';
  }),
  inAnswer(about("secrets-echo", "repeats in errors what was sent"), (answer, asked) => {
    if (answer.status === 400 && asked.json?.model !== undefined && isJson(answer))
      editJson(answer, ({ error }) => {
        error.message += ` It was sent: ${JSON.stringify(asked.json).slice(0, 400)}`;
      });
  }),
];
