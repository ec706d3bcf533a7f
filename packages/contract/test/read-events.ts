import { createStreamJudge, type Grammar, grammars, type ServerSentEvent, type StreamFault } from "../src/index.ts";

/** Reads a transcript in the contract's format: LF line ends, one data line per event, comments between. */
export function readEvents(transcript: string): ServerSentEvent[] {
  return transcript.split("\n\n").flatMap((block) => {
    const lines = block.split("\n").filter((line) => !line.startsWith(":"));
    const field = (name: string) =>
      lines
        .find((line) => line.startsWith(`${name}:`))
        ?.slice(name.length + 1)
        .trim();
    const data = field("data");
    return data === undefined ? [] : [{ event: field("event"), data }];
  });
}

/** Returns the faults of a whole stream. */
export function faultsOf(dialect: string, events: ServerSentEvent[]): StreamFault[] {
  const judge = createStreamJudge(grammars[dialect] as Grammar); // every dialect named in the tests exists
  return [...events.flatMap((event) => judge.push(event)), ...judge.end()];
}
