import { Refusal } from "../refusal.js";
import { errorFrame, nextNumber, renumbered } from "./error-event.js";
import type { AskedFault } from "./fault-header.js";
import { type Frame, type StreamScript, scriptOf, textOfFrame } from "./stream-script.js";

/** Makes the script of a stream with the fault that its request asked for. */
export function faultyScript(
  events: Iterable<string>,
  { asked, dialect }: { asked: AskedFault[]; dialect: string },
): StreamScript {
  const script = scriptOf(events);
  const fault = asked.find(({ name }) => Object.hasOwn(spoilers, name));
  if (fault === undefined) return script;
  const frames = [...script.frames];
  // The last event never comes whole before a fault, so that what a fault promises to keep back is kept back.
  const at = Math.min(fault.options.at ?? 0, Math.max(0, frames.length - 1));
  return spoilers[fault.name]?.(frames, { at, count: fault.options.count ?? 0, dialect }) ?? script;
}

interface Place {
  at: number;
  count: number;
  dialect: string;
}

type Spoiler = (frames: Frame[], place: Place) => StreamScript;

const spoilers: Record<string, Spoiler> = {
  stall: (frames, { at }) => ({ frames: frames.slice(0, at), ending: "stall" }),
  reset: (frames, { at }) => ({ frames: frames.slice(0, at), ending: "reset" }),
  "clean-cut": (frames, { at }) => ({ frames: frames.slice(0, at), ending: "end" }),
  "error-event": (frames, { at, dialect }) => endedByError(frames.slice(0, at), { dialect, name: "error" }),
  "error-unnamed": (frames, { at, dialect }) => endedByError(frames.slice(0, at), { dialect }),
  "half-frame": (frames, { at }) => ({
    frames: [...frames.slice(0, at), ...frames.slice(at, at + 1).map(firstHalf)],
    ending: "close",
  }),
  "broken-json": (frames, { at }) => ({
    frames: frames.toSpliced(at, 1, ...frames.slice(at, at + 1).map(broken)),
    ending: "end",
  }),
  "split-bytes": (frames) => ({ frames: frames.map(inBytes), ending: "end" }),
  "keep-alive-flood": (frames, { count }) => {
    const flood = ": keep-alive\n\n".repeat(count);
    return { frames: frames.map((frame) => [flood, ...frame]), ending: "end" };
  },
  "unknown-event": (frames, { at, dialect }) => {
    const sent = frames.slice(0, at);
    const later = frames.slice(at).map((frame) => [renumbered(textOfFrame(frame))]);
    return { frames: [...sent, unknownEvent(sent.map(textOfFrame), dialect), ...later], ending: "end" };
  },
  "duplicate-end": (frames) => ({ frames: [...frames, ...frames.slice(-1)], ending: "end" }),
  "empty-body": () => scriptOf([]),
};

function endedByError(frames: Frame[], options: { dialect: string; name?: string }): StreamScript {
  const refusal = new Refusal("internal_error", "The model stopped answering.");
  return { frames: [...frames, errorFrame(refusal, { ...options, sent: frames })], ending: "end" };
}

/** The chat interface has no names of events, but its clients look for `choices` in all of them. */
function unknownEvent(sent: string[], dialect: string): Frame {
  const payload = {
    type: "mock.unknown",
    ...(dialect === "responses" && { sequence_number: nextNumber(sent) }),
    ...(dialect === "chat" && { choices: [] }),
  };
  return [`event: mock.unknown\ndata: ${JSON.stringify(payload)}\n\n`];
}

function firstHalf(frame: Frame): Frame {
  const bytes = Buffer.from(textOfFrame(frame));
  return [bytes.subarray(0, Math.floor(bytes.length / 2))];
}

/** An event whose data breaks off in the middle, so that it is no JSON. */
function broken(frame: Frame): Frame {
  return [
    textOfFrame(frame).replace(
      /^data: ?(.*)$/m,
      (_, data: string) => `data: ${data.slice(0, Math.ceil(data.length / 2))}`,
    ),
  ];
}

function inBytes(frame: Frame): Frame {
  return Array.from(Buffer.from(textOfFrame(frame)), (byte) => Uint8Array.of(byte));
}
