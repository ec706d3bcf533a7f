import { contractVersion, operationOf } from "@model-access/contract";
import type { Call, ExchangePlan, KeyName } from "../exchange.js";
import { type Keys, keyVariables } from "../keys/key-variables.js";
import type { WireRequest } from "../wire/wire.js";

export const wrongKey = "sk-contract-tests-not-a-key";

export interface Destination {
  root: string;
  keys: Keys;
  headers?: Record<string, string>;
}

/** Makes the HTTP request of a call: the address, the path filled in, the key, the body as text. */
export function writeRequest(plan: ExchangePlan, call: Call, { root, keys, headers = {} }: Destination): WireRequest {
  const operation = operationOf(plan.operationId);
  const path = (call.target ?? operation.path).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encoded(call.path?.[name] ?? ""),
  );
  const key = keyOf(call, keys);
  const query = new URLSearchParams({ ...call.query, ...(call.keyPlace === "query" && { api_key: key ?? "" }) });
  const body = bodyOf(call);
  const url = call.url ?? `${root}${path}${query.size > 0 ? `?${query}` : ""}`;
  return {
    method: call.method ?? operation.method,
    url,
    headers: {
      // They are for the deployment alone: an answer may name any address.
      ...((call.url === undefined || new URL(url).origin === new URL(root).origin) && headers),
      ...keyHeaders(call, key),
      accept: plan.isStreamed ? "text/event-stream, application/json" : "application/json",
      "accept-encoding": "identity",
      "user-agent": `model-access-contract-tests/${contractVersion}`,
      ...(body && { "content-type": body.mediaType, "content-length": String(Buffer.byteLength(body.text)) }),
      ...call.headers,
    },
    ...(body && { body: body.text }),
  };
}

/** The key of a call; undefined where it carries none, or one that the caller has not given. */
export function keyOf({ key: name = "own" }: Call, keys: Keys): string | undefined {
  if (name === "none") return undefined;
  if (name === "own") return keys.apiKey;
  if (name === "wrong") return wrongKey;
  if (name === "empty") return "";
  if (name === "longer") return `${keys.apiKey}x`;
  if (name === "shorter") return keys.apiKey.slice(0, -1);
  if (name === "headless") return keys.apiKey.slice(3);
  if (name === "other-case") return inOtherCase(keys.apiKey);
  return name === "nearly-right" ? nearlyRight(keys.apiKey) : keys[name];
}

/** Everything that must not be shown: the keys in all forms that a request may have, and what may be secret in the caller's own headers. */
export function secretsIn(keys: Partial<Keys>, headers: Record<string, string> = {}): string[] {
  return [...Object.values(keys).flatMap(formsOf), ...Object.entries(headers).flatMap(secretOf)];
}

/** A key in each letter case, as it stands in JSON, in a path, in a query or a form, and as `Basic` carries it. */
function formsOf(key: string): string[] {
  const forms = [key, key.toUpperCase(), key.toLowerCase()].flatMap((each) => [
    each,
    JSON.stringify(each).slice(1, -1),
    encodeURIComponent(each),
    new URLSearchParams({ key: each }).toString().slice("key=".length),
  ]);
  return [...new Set([...forms, basicOf(key)])];
}

/**
 * A header's value is a secret, unless it is a plain word such as the name of a provider, which other texts have too. In an
 * address only its user, its password and its query can be one: gateways take addresses like the deployment's own.
 */
function secretOf([name, value]: [string, string]): string[] {
  if (/^[a-z-]{1,12}$/.test(value) && !/(^|[-_])(api)?(key|token|auth\w*|secret|pass\w*)([-_]|$)/i.test(name))
    return [];
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) return [value];
  const { username, password, search } = new URL(value);
  return [username, password, search.slice(1)];
}

/** A key as the user of `Basic`, without a password (RFC 7617). */
const basicOf = (key: string) => Buffer.from(`${key}:`).toString("base64");

/** Names the kind of key that a call needs, and the variable that holds one. */
export function kindOfKey({ key = "own" }: Call): { kind: string; variable: string } {
  const variable = Object.entries(keyVariables).find(([name]) => name === key)?.[1] ?? keyVariables.apiKey;
  return { kind: kinds[key] ?? "a key", variable };
}

const kinds: Partial<Record<KeyName, string>> = {
  noPermission: "a key without permission",
  noPoints: "a key of an account without points",
  revoked: "a revoked key",
  lowLimit: "a key with a low limit",
  sameAccount: "another key of the same account",
};

function nearlyRight(key: string): string {
  return `${key.slice(0, -1)}${key.endsWith("x") ? "y" : "x"}`;
}

function inOtherCase(key: string): string {
  const [lower, upper] = [key.toLowerCase(), key.toUpperCase()];
  if (key !== upper) return upper;
  return key === lower ? wrongKey : lower;
}

function keyHeaders({ keyPlace }: Call, key: string | undefined): Record<string, string> {
  if (key === undefined || keyPlace === "query") return {};
  if (keyPlace === "own-header") return { "x-api-key": key };
  if (keyPlace === "lower-case-scheme") return { authorization: `bearer ${key}` };
  if (keyPlace === "basic-scheme") return { authorization: `Basic ${basicOf(key)}` };
  if (keyPlace === "bare") return { authorization: key };
  return { authorization: `Bearer ${key}` };
}

/** Names come from the deployment; by way of a buffer, half a surrogate pair can't make the encoding throw. */
const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString());

function bodyOf({ json, text, form }: Call): { mediaType: string; text: string } | undefined {
  if (form !== undefined)
    return { mediaType: "application/x-www-form-urlencoded", text: new URLSearchParams(form).toString() };
  if (text !== undefined) return { mediaType: "application/json", text };
  return json === undefined ? undefined : { mediaType: "application/json", text: JSON.stringify(json) };
}
