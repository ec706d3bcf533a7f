import { kindOf, valueAt } from "@model-access/contract";
import { expect, test } from "vitest";
import { type Example, type Response, resolved } from "../src/contract-document.ts";
import { readSite } from "../src/site.ts";
import { brokenStreams, findFirstFault } from "../src/streams/broken-streams.ts";
import { dialects } from "../src/streams/dialects.ts";
import { findFollowers, firstKinds, innermostScope, lastKinds } from "../src/streams/followers.ts";
import { explainSteps, findPayloadSchema } from "../src/streams/steps.ts";
import { parsePayload, readEvents } from "../src/streams/transcript.ts";
import { page } from "./pages.ts";

const { document, places } = readSite();
const all = dialects.map((grammar) => ({
  dialect: grammar.dialect,
  grammar,
  transcripts: readTranscripts(grammar.operation),
}));

test.each(all)(
  "the events that $dialect transcripts send one after another are said to follow",
  ({ grammar, transcripts }) => {
    for (const { summary, serializedValue = "" } of transcripts) {
      const last = new Map<string, string>();
      for (const event of readEvents(serializedValue)) {
        const payload = parsePayload(event);
        const kind = payload === undefined ? undefined : kindOf(grammar, event, payload);
        if (kind === undefined) continue;
        const scope = innermostScope(grammar.events[kind] ?? { from: [] });
        const key = [
          scope,
          ...(grammar.scopes?.[scope ?? ""]?.key ?? []).map((pointer) => valueAt(payload, pointer)),
        ].join(" ");
        const before = last.get(key);
        if (before !== undefined)
          expect(findFollowers(grammar, before).kinds, `${summary}: after ${before}`).toContain(kind);
        last.set(key, kind);
      }
    }
  },
);

test.each(all)("a $dialect transcript starts and ends with the documented events", ({ grammar, transcripts }) => {
  for (const { summary, serializedValue = "" } of transcripts) {
    const kinds = readEvents(serializedValue).flatMap((event) => {
      const payload = parsePayload(event);
      return payload === undefined ? [] : (kindOf(grammar, event, payload) ?? []);
    });
    expect(firstKinds(grammar), summary).toContain(kinds[0]);
    expect(
      lastKinds(grammar).some((kind) => kinds.includes(kind)),
      summary,
    ).toBe(true);
  }
});

test("an event does not follow before its scope can be open", () => {
  const messages = dialects.find(({ dialect }) => dialect === "messages");
  const responses = dialects.find(({ dialect }) => dialect === "responses");
  if (messages === undefined || responses === undefined) throw new Error("Two dialects are missing.");

  expect(findFollowers(messages, "message_start").kinds).not.toContain("content_block_delta");
  expect(findFollowers(responses, "response.output_item.added").kinds).not.toContain("response.output_text.delta");
  expect(findFollowers(responses, "response.output_text.delta").kinds).not.toContain("response.refusal.delta");
});

test.each(all)(
  "every broken $dialect stream is one that the contract's judge finds, and the whole one is not",
  ({ grammar, transcripts }) => {
    const whole = transcripts[0]?.serializedValue ?? "";
    const broken = brokenStreams(grammar, whole);

    expect(findFirstFault(grammar, readEvents(whole))).toBeUndefined();
    expect(broken.length).toBeGreaterThanOrEqual(3);
    for (const { title, events, says } of broken) {
      expect(findFirstFault(grammar, events), title).toBeDefined();
      expect(says, title).not.toContain("undefined");
      expect(page(`streams/${grammar.dialect}.html`)).toContain(title);
    }
  },
);

test.each(all)("every event of a $dialect stream is explained and has its schema", ({ grammar, transcripts }) => {
  for (const { kind } of grammar.kinds) expect(findPayloadSchema(document, grammar, kind), kind).toMatch(/^[A-Z]/);
  for (const { serializedValue = "" } of transcripts)
    for (const { says, text } of explainSteps(document, grammar, serializedValue))
      expect(says, text).toMatch(/^[A-Z].*\.$/);
});

function readTranscripts(operationId: string): Example[] {
  const place = places.find(({ operation }) => operation.operationId === operationId);
  const reply = resolved<Response | undefined>(document, place?.operation.responses["200"]);
  return Object.values(reply?.content?.["text/event-stream"]?.examples ?? {}).map((example) =>
    resolved(document, example),
  );
}
