import { recordedBytes } from "@model-access/contract";
import { explainNearest } from "../conditions/explain-nearest.js";
import { parseJson } from "../conversation/json.js";
import { listDifferences } from "./list-differences.js";
import type { Recording } from "./read-recordings.js";
import type { ComparedRequest, IsIgnored } from "./request-key.js";

/** More recordings of one operation and longer bodies are not compared, so that a miss costs little. */
const mostCompared = 200;
const longestBody = 1024 * 1024;

/** Says in one sentence which recording is nearest to a request that none answers, and where it differs; no text of either. */
export function explainMiss(request: ComparedRequest, recordings: readonly Recording[], isIgnored: IsIgnored): string {
  const asked = `${request.method} ${request.path}`;
  const same = recordings.filter((recording) => operationOf(recording) === asked).slice(-mostCompared);
  if (same.length === 0) {
    const others = [...new Set(recordings.map(operationOf))];
    const named = others.slice(0, 5).join(", ") + (others.length > 5 ? " and others" : "");
    return `No recording is of ${asked}; ${named === "" ? "there are none" : `they are of ${named}`}.`;
  }
  const sent = readJson(request.body);
  const compared = same.map(({ place, record }) => {
    const places = querySame(request, record.request.target) ? [] : ["the query"];
    const { body = { text: "" } } = record.request;
    const recorded = readJson(recordedBytes(body));
    if (sent === undefined || recorded === undefined) places.push("the body");
    else places.push(...listDifferences(recorded, sent, { isIgnored }));
    return { name: place, places };
  });
  return explainNearest("recording", compared);
}

const operationOf = ({ record: { request } }: Recording) => `${request.method} ${request.target.replace(/\?.*$/s, "")}`;

function querySame({ query }: ComparedRequest, target: string): boolean {
  const [, search = ""] = target.split(/\?(.*)/s);
  return JSON.stringify([...new URLSearchParams(search)].sort()) === JSON.stringify([...query].sort());
}

function readJson(body: Uint8Array): unknown {
  return body.length > longestBody ? undefined : parseJson(new TextDecoder().decode(body));
}
