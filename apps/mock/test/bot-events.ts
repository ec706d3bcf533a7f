import { operationOf } from "@model-access/contract";
import { expect } from "vitest";
import { createMock } from "../src/index.js";
import { eventsOf, streamFaults } from "./events.js";
import { bearer, json } from "./requests.js";

/** An event of the native protocol. */
export interface BotEvent {
  event: string;
  data: Record<string, unknown>;
}

const { fetch } = createMock({ latency: "instant" });

/** The events of a bot's answer to a query, after the contract found no fault in them. */
export async function botEvents(fields: object, bot: unknown = "GPT-5.2"): Promise<BotEvent[]> {
  const body = { version: "1.2", type: "query", user_id: "", conversation_id: "", message_id: "", ...fields };
  const { headers, ...init } = json(body);
  const response = await fetch(`http://mock/bot/${bot}`, {
    ...init,
    headers: { ...(headers as Record<string, string>), ...bearer("sk-mock-full") },
  });
  const events = eventsOf(await response.text());
  expect(streamFaults(operationOf("queryBot"), events)).toEqual([]);
  return events.map(({ event, data }) => ({ event: event ?? "", data: JSON.parse(data) }));
}
