import { expect, test } from "vitest";
import type { Exchange, ExchangePlan } from "../src/exchange.js";
import { toldBy } from "../src/reading/told.js";
import { inconclusive, story } from "../src/story.js";

const shared = { requirements: ["R1.6"], provenance: "observed" } as const;

const open = () => story("videos", { ...shared, requirements: [...shared.requirements] });

/** A call that was answered with this body. */
const answered = (plan: ExchangePlan, body: unknown) =>
  ({ plan, earlier: [], reply: { status: 200, body: Buffer.from(JSON.stringify(body)) } }) as unknown as Exchange;

test("a story lists its calls and its rules before anything is called, in the order in which they are told", () => {
  const { call, reply, rule, ...told } = open();
  const made = call("made", { operationId: "createVideo", says: "a video" });
  reply(made);
  rule("made/long", "a video is long", { requirements: ["R4.10"], level: "note" }, () => undefined);
  const read = call("read", { operationId: "retrieveVideo", says: "a request for it", needs: [made.id] });
  rule("kept", "a video stays", { reads: [read, made], after: "made/long" }, () => undefined);

  expect(told.exchanges.map(({ id, needs }) => [id, needs])).toEqual([
    ["videos/made", undefined],
    ["videos/read", ["videos/made"]],
  ]);
  expect(told.rules.map(({ id }) => id)).toEqual([
    "videos/made/status",
    "videos/made/media-type",
    "videos/made/headers",
    "videos/made/schema",
    "videos/made/long",
    "videos/kept",
  ]);
  expect(told.rules.at(-2)).toMatchObject({ requirements: ["R4.10"], level: "note", sentence: "A video is long." });
  expect(told.rules.at(-1)).toMatchObject({ exchanges: ["videos/read", "videos/made"], level: "should" });
});

test("what is told of a call after its reply waits for the shape of it, unless it names something else", () => {
  const { call, reply, rule } = open();
  const made = call("made", { operationId: "createVideo", says: "a video" });
  const before = rule("made/before", "a video is there", () => undefined);
  reply(made);
  const after = rule("made/after", "a video is right", () => undefined);
  const other = rule("made/other", "a video is good", { after: "status" }, () => undefined);

  expect(before.after).toBeUndefined();
  expect(after.after).toEqual(["videos/made/schema"]);
  expect(other.after).toEqual(["videos/made/status"]);
});

test("a judgement is a fault, another verdict, or nothing where the rule holds", () => {
  const { call, rule } = open();
  const made = call("made", { operationId: "createVideo", says: "a video" });
  const seconds = rule("made/seconds", "a video has four seconds", (video) => {
    const { seconds: actual } = toldBy<"createVideo">(video);
    if (actual === undefined) return inconclusive("It says no length.", "a length");
    return actual !== 4 && { message: "the video is too short.", expected: 4, actual };
  });

  expect(seconds.judge([answered(made, { seconds: 4 })])).toEqual({ outcome: "pass" });
  expect(seconds.judge([answered(made, { seconds: 3 })])).toEqual({
    outcome: "broken",
    finding: { message: "The video is too short.", expected: "4", actual: "3" },
  });
  expect(seconds.judge([answered(made, ["seconds"])])).toEqual({
    outcome: "inconclusive",
    reason: "It says no length.",
    needs: "a length",
  });
});

test("calls reach a judge in the order in which they are read, one that is missing as undefined", () => {
  const { call, rule } = open();
  const [made, read] = ["made", "read"].map((name) => call(name, { operationId: "createVideo", says: "a video" }));
  const kept = rule(
    "kept",
    "a video stays",
    { reads: [read as ExchangePlan, made as ExchangePlan], takesMissing: true },
    (last, first) => ({ message: `it was ${first?.plan.id} and ${last?.plan.id}.` }),
  );

  expect(kept.judge([answered(made as ExchangePlan, {})])).toMatchObject({
    finding: { message: "it was videos/made and undefined." },
  });
});

test("a member that the contract doesn't give a reply does not compile", () => {
  const video = toldBy<"createVideo">(undefined);

  expect(video.progress).toBeUndefined();
  // @ts-expect-error: its name is created_at
  expect(video.created).toBeUndefined();
});
