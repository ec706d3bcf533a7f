import fc from "fast-check";
import { expect, test } from "vitest";
import { createBots } from "../src/bots/index.js";
import { createChatCompletions } from "../src/chat/index.js";
import type { Client } from "../src/client.js";
import { ModelAccessError } from "../src/index.js";
import { createMessages } from "../src/messages/index.js";
import { createResponses } from "../src/responses/index.js";
import type { ModelStream } from "../src/stream/model-stream.js";
import { bareClientStreaming } from "./stub-client.js";
import { examplesOf, request } from "./stub-service.js";
import { wireForms } from "./stub-streams.js";

type Open = (client: Client) => ModelStream<object, unknown>;

const dialects: [string, Open][] = [
  ["createChatCompletion", (client) => createChatCompletions(client).stream(request)],
  [
    "createMessage",
    (client) =>
      createMessages(client).stream({ model: "m", max_tokens: 1, messages: [{ role: "user", content: "Hello" }] }),
  ],
  ["createResponse", (client) => createResponses(client).stream({ model: "m", input: "Hello" })],
  ["queryBot", (client) => createBots(client).respond({ bot: "b", messages: [{ role: "user", content: "Hello" }] })],
];

/** The paths to every member of a JSON value. */
function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, member]) => pathsIn(member, [...path, name]))];
}

/** The value with another one at the path, or with nothing there. */
function changed(value: unknown, [name, ...rest]: string[], replacement: unknown): unknown {
  if (name === undefined) return replacement;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  const fields = copy as Record<string, unknown>;
  fields[name] = changed(fields[name], rest, replacement);
  return copy;
}

test.each(dialects)(
  "ends %s well or with an error of ours, whatever member of its events is changed",
  async (operationId, open) => {
    const transcripts = examplesOf(operationId, "200", "text/event-stream").map(([, text]) => String(text));
    const [whole] = wireForms as [(typeof wireForms)[number]];
    const change = fc.record({
      transcript: fc.constantFrom(...transcripts),
      event: fc.nat(),
      member: fc.nat(),
      replacement: fc.oneof(
        fc.constantFrom(undefined, null, "", 0, -1, 4_000_000_000, 0.5, true, [], {}, [null], "message_stop", "x"),
        fc.jsonValue({ maxDepth: 2 }),
      ),
    });

    await fc.assert(
      fc.asyncProperty(change, async ({ transcript, event, member, replacement }) => {
        const lines = transcript.split("\n");
        const places = lines.flatMap((line, index) => (line.startsWith("data: {") ? [index] : []));
        const place = places[event % places.length] ?? 0;
        const payload: unknown = JSON.parse(lines[place]?.slice(6) ?? "{}");
        const paths = pathsIn(payload);
        const text = JSON.stringify(changed(payload, paths[member % paths.length] ?? [], replacement));
        lines[place] = `data: ${text}`;

        try {
          JSON.stringify(await open(bareClientStreaming(lines.join("\n"), whole)).final());
        } catch (error) {
          expect(error).toBeInstanceOf(ModelAccessError);
        }
      }),
      { seed: 20261121, numRuns: 200 * Number(process.env.FUZZ_RUNS ?? 1) },
    );
  },
);
