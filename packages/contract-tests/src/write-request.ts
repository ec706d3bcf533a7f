import { contractVersion, operationOf } from "@model-access/contract";
import type { Call, ExchangePlan } from "./exchange.js";
import type { WireRequest } from "./wire/wire.js";

/** A key that no deployment knows. */
export const wrongKey = "sk-contract-tests-not-a-key";

/** Makes the HTTP request of a call: the address, the path filled in, the key, the body as text. */
export function writeRequest(plan: ExchangePlan, call: Call, to: { root: string; key: string }): WireRequest {
  const { method, path } = operationOf(plan.operationId);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(call.path?.[name] ?? ""));
  const key = call.key === "wrong" ? wrongKey : to.key;
  const body = bodyOf(call);
  return {
    method,
    url: `${to.root}${filled}`,
    headers: {
      ...(call.hasKeyInOwnHeader ? { "x-api-key": key } : { authorization: `Bearer ${key}` }),
      accept: plan.isStreamed ? "text/event-stream, application/json" : "application/json",
      "accept-encoding": "identity",
      "user-agent": `model-access-contract-tests/${contractVersion}`,
      ...(body && { "content-type": body.mediaType, "content-length": String(Buffer.byteLength(body.text)) }),
      ...call.headers,
    },
    ...(body && { body: body.text }),
  };
}

/** Names come from the deployment; by way of a buffer, half a surrogate pair can't make the encoding throw. */
const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString());

function bodyOf({ json, form }: Call): { mediaType: string; text: string } | undefined {
  if (form !== undefined)
    return { mediaType: "application/x-www-form-urlencoded", text: new URLSearchParams(form).toString() };
  return json === undefined ? undefined : { mediaType: "application/json", text: JSON.stringify(json) };
}
