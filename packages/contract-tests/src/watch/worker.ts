import { appendFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { writeExchange } from "@model-access/contract";
import { createKeyNumbers, recordCapture, withoutTexts } from "@model-access/contract/proxy";
import { createTrafficJudge } from "../traffic/judge-traffic.js";
import { type JudgeThreadData, type PackedCapture, unpacked } from "./judge-thread.js";

// Keys are masked before anything else is done, so that neither a verdict nor a line of the journal can hold one.
const { journal, keepsPrompts, failOn } = workerData as JudgeThreadData; // judge-thread.ts gives it
const judge = createTrafficJudge(failOn);
const numberOf = createKeyNumbers();

parentPort?.on("message", (packed: PackedCapture) => {
  try {
    const capture = unpacked(packed);
    const record = recordCapture(capture, { keyNumber: numberOf(capture) });
    const verdict = judge.take(record);
    if (journal !== undefined) appendFileSync(journal, writeExchange(keepsPrompts ? record : withoutTexts(record)));
    parentPort?.postMessage({ verdict });
  } catch (error) {
    parentPort?.postMessage({ fault: error instanceof Error ? error.message : String(error) });
  }
});
