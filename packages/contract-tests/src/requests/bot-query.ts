/** A query of a bot in its own protocol, of one question. */
export const botQuery = (content: string, about: Record<string, unknown> = {}) => ({
  version: "1.2",
  type: "query",
  query: [{ role: "user", content }],
  user_id: "",
  conversation_id: "",
  message_id: "",
  ...about,
});
