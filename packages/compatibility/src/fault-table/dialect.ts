/** The interfaces of the service. */
export const dialects = ["chat", "messages", "responses", "bots"] as const;

export type Dialect = (typeof dialects)[number];

/** Form of a reply: whole, or as a stream. */
export type Mode = "plain" | "stream";

/** Returns the modes of an interface. The bots' native protocol only streams. */
export function listModes(dialect: Dialect): Mode[] {
  return dialect === "bots" ? ["stream"] : ["plain", "stream"];
}

/** A model for each interface. */
export const models = {
  chat: "GPT-5.2",
  messages: "Claude-Sonnet-4.5",
  responses: "GPT-5.2",
  bots: "GPT-5.2",
} as const satisfies Record<Dialect, string>;

/** The question of every call, so that every interface gives the same reply to it. */
export const question = "Name one prime number.";
