import autocannon from "autocannon";

/** A load: the same chat request again and again. */
export interface Load {
  name: string;
  body: string;
  /** The status that a server which validates answers with. */
  status: number;
}

const request = { model: "GPT-5.2", messages: [{ role: "user", content: "Name one prime number." }] };

export const validRequest: Load = {
  name: "valid chat request",
  body: JSON.stringify({ ...request, max_tokens: 64 }),
  status: 200,
};

export const refusedRequest: Load = {
  name: "refused chat request",
  body: JSON.stringify({ ...request, temperature: 3 }),
  status: 400,
};

/** Sends a load so many times; resolves to the requests a second. Rejects if any has another status. */
export async function sendLoad(
  baseURL: string,
  { name, body, status }: Load,
  { amount, connections = 16 }: { amount: number; connections?: number },
): Promise<number> {
  const { errors, statusCodeStats, duration } = await autocannon({
    url: `${baseURL}/v1/chat/completions`,
    method: "POST",
    headers: { authorization: "Bearer sk-mock-full", "content-type": "application/json" },
    body,
    connections: Math.min(connections, amount),
    amount,
  });
  const statuses = Object.keys(statusCodeStats ?? {}).join(", ");
  if (errors > 0 || statuses !== String(status))
    throw new Error(`${baseURL}, ${name}: ${errors} errors, statuses ${statuses}; expected ${status} only.`);
  return amount / duration;
}
