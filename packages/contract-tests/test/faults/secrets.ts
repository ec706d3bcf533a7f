import type { Fault } from "./fault.ts";
import { inAnswers, inErrors, inReplies, inStreams } from "./rows.ts";

const rule = "service/no-secrets";
const at = { ids: "secrets/", in: "chat" } as const;

/** Made for these tests: they open nothing. */
export const ofOthers = {
  key: "sk-prod-7Hq2LmZx9TbVc4RfKd8WnYp3",
  cloud: "AKIAQ3T7M2ZX8LPD4VKC",
  address: "postgres://gateway:Vk7rq2Lm@db-3:5432/accounts",
  token: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJnYXRld2F5LTcifQ.q7ZxM2LtV9RbKd4Wc8Yp",
};

/** Secrets of others in what a deployment answers. */
export const secretFaults: Fault[] = [
  inAnswers({ ...at, status: 200 })("header", "passes its own credentials on in a header", rule, {
    headers: { "x-upstream-authorization": `Bearer ${ofOthers.key}` },
  }),
  inAnswers({ ids: "secrets/", status: 200 })("header-by-name", "tells its token in a header", rule, {
    headers: { "x-auth-token": "f81d4fae7dec11d0a76500a0c91e6bf6" },
  }),
  inReplies(at)("member", "tells a key in a member of a reply", rule, (body) => {
    body.debug = { upstream: { key: ofOthers.key } };
  }),
  inStreams(at)("event", "tells a key in the events of a stream", rule, (text) =>
    text.replaceAll('data: {"', `data: {"x_upstream":{"api_key":"${ofOthers.key}"},"`),
  ),
  ...Object.entries(ofOthers).map(([name, secret]) =>
    inErrors({ ...at, status: 400 })(`error-${name}`, `tells a secret in its errors (${name})`, rule, {
      "error.message": (text) => `${text} The upstream of ${secret} refused it.`,
    }),
  ),
];
