import {
  createStreamJudge,
  grammars,
  type Operation,
  type ServerSentEvent,
  validateStreamEvent,
} from "@model-access/contract";

/** The events of a stream's text; comments are left out. */
export function eventsOf(text: string): ServerSentEvent[] {
  return text.split("\n\n").flatMap((block) => {
    const data = field(block, "data");
    return data === undefined ? [] : [{ event: field(block, "event"), data }];
  });
}

/** All that the contract has to say against a stream. */
export function streamFaults({ operationId, stream }: Operation, events: ServerSentEvent[]): unknown[] {
  const grammar = grammars[stream ?? ""];
  if (grammar === undefined) throw new Error(`There is no grammar for ${operationId}.`);
  const judge = createStreamJudge(grammar);
  return [
    ...events.flatMap((event) => [...validateStreamEvent(operationId, event), ...judge.push(event)]),
    ...judge.end(),
  ];
}

function field(block: string, name: string): string | undefined {
  // By line feeds alone: data may contain U+2028, at which `.` and `$` of a regular expression stop.
  const line = block.split("\n").find((text) => text.startsWith(`${name}:`));
  return line?.slice(name.length + 1).replace(/^ /, "");
}
