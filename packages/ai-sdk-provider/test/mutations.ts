import { operations } from "@model-access/contract";
import type { Reply } from "./passing-client.js";

/** An event of a stream as it is sent: its name, if it has one, and its payload. */
export interface RecordedEvent {
  event?: string | undefined;
  data: unknown;
}

/** Returns the whole replies of an operation in the contract, by name. */
export function listReplies(operationId: string): [string, unknown][] {
  return listExamples(operationId, "application/json").map(([name, value]) => [name, value]);
}

/** Returns the transcripts of an operation in the contract, by name, as events. */
export function listTranscripts(operationId: string): [string, RecordedEvent[]][] {
  return listExamples(operationId, "text/event-stream").map(([name, text]) => [name, readEvents(String(text))]);
}

function listExamples(operationId: string, mediaType: string): [string, unknown][] {
  const examples = operations[operationId]?.responses["200"]?.mediaTypes[mediaType]?.examples ?? {};
  return Object.entries(examples).map(([name, { value }]) => [name, value]);
}

function readEvents(transcript: string): RecordedEvent[] {
  return transcript.split(/\n\n+/).flatMap((block) => {
    const event = /^event: ?(.*)$/m.exec(block)?.[1];
    const data = /^data: ?(.*)$/m.exec(block)?.[1];
    if (data === undefined) return [];
    return [{ event, data: data.startsWith("{") ? (JSON.parse(data) as unknown) : data }];
  });
}

/** Writes a reply as a service sends it. */
export function writeReply(reply: Reply): Response {
  if ("whole" in reply) return Response.json(reply.whole);
  const text = (data: unknown) => (typeof data === "string" ? data : JSON.stringify(data));
  const lines = reply.events.map(
    ({ event, data }) => `${event === undefined ? "" : `event: ${event}\n`}data: ${text(data)}\n\n`,
  );
  return new Response(lines.join(""), { headers: { "content-type": "text/event-stream" } });
}

/** A source of numbers below a limit that gives the same ones for the same seed (mulberry32). */
export type Random = (below: number) => number;

export function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const otherValues = [null, "", "x", 0, 7, -1, 1e300, true, [], {}, [null], [[1]], { a: { b: 1 } }, ["x", 7]];

/** Returns a copy of a JSON value with one member missing, null, of another type, in another order or named otherwise. */
function mutate<Value>(value: Value, random: Random): { mutated: Value; change: string } {
  const mutated = structuredClone(value);
  const places = listPlaces(mutated);
  const place = places[random(places.length)];
  if (place === undefined) return { mutated, change: "nothing" };
  const { owner, name, path } = place;
  const was = owner[name];
  switch (random(5)) {
    case 0:
      if (Array.isArray(owner)) owner.splice(Number(name), 1);
      else delete owner[name];
      return { mutated, change: `${path} is missing` };
    case 1:
      delete owner[name];
      owner[Array.isArray(owner) ? name : `${name}_renamed`] = was;
      return { mutated, change: `${path} is named otherwise` };
    case 2: {
      const members = Object.entries(owner).reverse();
      if (Array.isArray(owner)) owner.reverse();
      else for (const [key, member] of members) Object.assign(deleted(owner, key), { [key]: member });
      return { mutated, change: `the members around ${path} are in another order` };
    }
    default: {
      const other = otherValues[random(otherValues.length)];
      owner[name] = other;
      return { mutated, change: `${path} is ${JSON.stringify(other)}` };
    }
  }
}

/** Returns a copy of a reply with one member mutated, or with two events of its stream in another order. */
export function mutateReply(reply: Reply, random: Random): { mutated: Reply; change: string } {
  if ("whole" in reply) {
    const { mutated, change } = mutate(reply.whole, random);
    return { mutated: { whole: mutated }, change };
  }
  const events = [...reply.events];
  const index = random(events.length - 1);
  const [event, next] = [events[index], events[index + 1]];
  if (event === undefined || next === undefined) return { mutated: reply, change: "nothing" };
  // The last event is the client's, which ends the stream with it.
  if (random(6) === 0 && index < events.length - 2) {
    events.splice(index, 2, next, event);
    return { mutated: { events }, change: `event ${index} comes after the next` };
  }
  const { mutated: data, change } = mutate(event.data, random);
  events[index] = { ...event, data };
  return { mutated: { events }, change: `in event ${index} ${change}` };
}

function deleted(owner: Record<string, unknown>, name: string): object {
  delete owner[name];
  return owner;
}

interface Place {
  owner: Record<string, unknown>;
  name: string;
  path: string;
}

function listPlaces(value: unknown, path = ""): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const owner = value as Record<string, unknown>; // a list has its items by their numbers
  return Object.keys(owner).flatMap((name) => [
    { owner, name, path: `${path}/${name}` },
    ...listPlaces(owner[name], `${path}/${name}`),
  ]);
}
