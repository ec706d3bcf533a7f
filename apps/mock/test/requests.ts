import { type Operation, operationOf } from "@model-access/contract";

/** A request of the contract, made from one of its examples. */
export interface ExampleRequest {
  /** Such as `createMessage messageTextRequest`. */
  title: string;
  operation: Operation;
  url: string;
  init: RequestInit;
  /** True if the body asks for a stream. */
  isStream: boolean;
}

const parameters: Record<string, string> = { video_id: "video_68f1a3c29b7e4d05", bot_name: "Claude-Haiku-4.5" };

export const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Every request example of an operation; one request without a body where it takes none. */
export function exampleRequests(operation: Operation): ExampleRequest[] {
  const url = `http://mock${operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => parameters[name] ?? name)}`;
  const headers = {
    ...bearer("sk-mock-full"),
    ...(operation.operationId === "createMessage" && { "anthropic-version": "2023-06-01" }),
  };
  const request = (title: string, init: RequestInit, isStream = false): ExampleRequest => ({
    title: `${operation.operationId} ${title}`,
    operation,
    url,
    init: { method: operation.method, ...init, headers: { ...headers, ...init.headers } },
    isStream,
  });
  const bodies = Object.entries(operation.body?.mediaTypes ?? {}).flatMap(([mediaType, { examples }]) =>
    Object.entries(examples).map(([name, { value }]) => {
      const fields = value as Record<string, unknown>; // every body of the contract is an object
      return request(`${name} as ${mediaType}`, bodyOf(mediaType, fields), fields.stream === true);
    }),
  );
  return bodies.length > 0 ? bodies : [request("without a body", {})];
}

/** Returns the first request example of an operation, with other fields in its JSON body, and further headers. */
export function exampleRequest(
  operationId: string,
  fields?: object,
  headers: Record<string, string> = {},
): ExampleRequest {
  const [first] = exampleRequests(operationOf(operationId));
  if (first === undefined) throw new Error(`The contract has no request example for ${operationId}.`);
  const { body } = first.init;
  const init = {
    ...first.init,
    headers: { ...(first.init.headers as Record<string, string>), ...headers },
    ...(fields !== undefined && { body: JSON.stringify({ ...JSON.parse(String(body)), ...fields }) }),
  };
  return { ...first, init };
}

/** A JSON body with its header. */
export function json(value: unknown): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

function bodyOf(mediaType: string, fields: Record<string, unknown>): RequestInit {
  if (mediaType === "application/json") return { headers: { "content-type": mediaType }, body: JSON.stringify(fields) };
  const texts = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]);
  if (mediaType === "application/x-www-form-urlencoded") return { body: new URLSearchParams(texts) };
  const form = new FormData();
  for (const [name, text] of texts) {
    if (name === "file" || name === "input_reference") form.append(name, new Blob([text]), "file.bin");
    else form.append(name, text);
  }
  return { body: form };
}
