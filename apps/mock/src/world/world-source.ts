import { createRequire } from "node:module";
import { segmentsOf } from "@model-access/contract";
import type { Mistake } from "./mistake.js";

/** A mistake with the place of it, such as `team.yaml:12:7`. */
export interface PlacedMistake extends Mistake {
  place: string;
}

export interface WorldSource {
  value: unknown;
  /** The mistakes that make it neither YAML nor JSON; then there is no value. */
  mistakes: PlacedMistake[];
  /** Returns the place of a pointer's value, or of the nearest one around it; a member's place is that of its name. */
  placeOf(pointer: string): string;
}

/** Parses YAML or JSON, and remembers where everything stands. */
export function readSource(file: string, text: string): WorldSource {
  // Not loaded before there is a data file, so that a mock without one starts sooner.
  const { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } = createRequire(import.meta.url)(
    "yaml",
  ) as typeof import("yaml");
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const mistakes: PlacedMistake[] = document.errors.map(({ message, pos: [start] }) => ({
    pointer: "",
    message: message.replace(/; please use .*/, "."), // its advice is for programs
    place: place(start),
  }));
  return {
    value: mistakes.length > 0 ? undefined : readValue(),
    mistakes,
    placeOf: (pointer) => place(offsetOf(document.contents, segmentsOf(pointer), startOf(document.contents))),
  };

  function readValue(): unknown {
    try {
      return document.toJS() ?? {}; // a file of nothing but comments says nothing
    } catch (error) {
      // An alias of nothing, or aliases that would make a small file large.
      mistakes.push({
        pointer: "",
        message: error instanceof Error ? error.message : String(error),
        place: `${file}:`,
      });
      return undefined;
    }
  }

  function offsetOf(node: unknown, [segment, ...rest]: string[], from: number): number {
    if (segment === undefined) return from;
    if (isSeq(node)) {
      const item = node.items[Number(segment)];
      return item === undefined ? from : offsetOf(item, rest, startOf(item));
    }
    const pair = isMap(node) && node.items.find(({ key }) => isScalar(key) && String(key.value) === segment);
    return pair ? offsetOf(pair.value, rest, startOf(pair.key)) : from;
  }

  function startOf(node: unknown): number {
    return isNode(node) ? (node.range?.[0] ?? 0) : 0;
  }
}
