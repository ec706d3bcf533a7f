import { operationOf } from "@model-access/contract";
import { expect } from "vitest";
import { createClient } from "./client.js";
import { eventsOf, streamFaults } from "./events.js";

/** An event of the native protocol. */
export interface BotEvent {
  event: string;
  data: Record<string, unknown>;
}

const { post } = createClient();

/** The events of a bot's answer to a query, after the contract found no fault in them. */
export async function botEvents(fields: object, bot: unknown = "GPT-5.2"): Promise<BotEvent[]> {
  const body = { version: "1.2", type: "query", user_id: "", conversation_id: "", message_id: "", ...fields };
  const events = eventsOf(await (await post(`/bot/${bot}`, body)).text());
  expect(streamFaults(operationOf("queryBot"), events)).toEqual([]);
  return events.map(({ event, data }) => ({ event: event ?? "", data: JSON.parse(data) }));
}
