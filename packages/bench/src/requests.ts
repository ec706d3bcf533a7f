/** A load: the same request again and again. */
export interface Load {
  name: string;
  method: "GET" | "POST";
  path: string;
  body?: string;
  /** The status that every subject but the bare one has to answer with. */
  status: number;
}

const messages = [{ role: "user", content: "Name one prime number." }];

export const loads: Load[] = [
  {
    name: "valid chat request",
    method: "POST",
    path: "/v1/chat/completions",
    body: JSON.stringify({ model: "GPT-5.2", messages, max_tokens: 64 }),
    status: 200,
  },
  {
    name: "refused chat request",
    method: "POST",
    path: "/v1/chat/completions",
    body: JSON.stringify({ model: "GPT-5.2", messages, temperature: 3 }),
    status: 400,
  },
];
