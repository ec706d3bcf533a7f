import type { RecordedEvent } from "./mutations.js";

/** A whole reply, or the events of a stream. */
export type Reply = { whole: unknown } | { events: RecordedEvent[] };

/** Creates a resource of a client that checks nothing and passes on everything that came, as a client of tomorrow may. */
export function createPassingResource(reply: Reply) {
  // As the client does, it takes the type of an event from its name.
  const payloads = ("events" in reply ? reply.events : [])
    .filter(({ data }) => data !== "[DONE]")
    .map(({ event, data }) => (event === undefined ? data : { ...(data as object), type: event }));
  const data = "events" in reply ? streamOf(payloads) : reply.whole;
  return { create: () => ({ withResponse: async () => ({ data, response: new Response() }) }) } as never;
}

/** Creates bots whose pieces are the payloads of the events, with the members that the client gives pieces of that kind. */
export function createPassingBots(reply: Reply) {
  const events = "events" in reply ? reply.events : [];
  const pieces = events.map(({ event, data }) => {
    if (event === "file") return { text: "", attachment: data };
    if (event === "json" || event === "data") return { text: "", data };
    return Object.assign({}, data, { [`is_${event}`]: event?.includes("_") });
  });
  return { respond: () => streamOf(pieces) } as never;
}

async function* streamOf(events: unknown[]): AsyncGenerator<unknown> {
  yield* events;
}
