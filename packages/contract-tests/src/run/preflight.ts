import { valueAt } from "@model-access/contract";
import type { Exchange } from "../exchange.js";
import { recordsOf } from "../reading/choose-model.js";
import { callOf, saidBy } from "../reading/describe.js";
import { jsonOf } from "../wire/wire.js";
import type { Session } from "./session.js";

/** The reason why a run could not begin. */
export interface Problem {
  kind: "unreachable" | "sign-in" | "model";
  message: string;
}

const keyRefused = [401, 403];
const unavailable = [429, 502, 503, 504];
const notFound = [400, 404];

/**
 * Tries whether the deployment is there and takes the key, by calls that a whole run makes anyway. A model list may be public
 * and one endpoint out of order, so that the key counts as refused where the balance refuses it and chat does too; and the
 * service as unavailable where the model list and all of them ask to come again later.
 */
export async function runPreflight(session: Session, model?: string): Promise<Problem | undefined> {
  const list = await session.exchange("models/list");
  const failure = "plan" in list ? list.failure : undefined;
  if (failure?.kind === "unreachable" || failure?.kind === "time-out") {
    return { kind: "unreachable", message: `The service could not be reached: ${failure.message} Check the base URL.` };
  }
  const isSilent = "plan" in list && list.reply === undefined;
  const isDown = "plan" in list && unavailable.includes(list.reply?.status ?? 0);
  const refusing = isDown ? unavailable : keyRefused;
  let refused: Exchange | undefined;
  for (const id of ["account/current-balance", "account/balance", "chat/reply"]) {
    const exchange = await session.exchange(id);
    if ("outcome" in exchange) continue;
    const isAlike = isSilent ? exchange.reply === undefined : refusing.includes(exchange.reply?.status ?? 0);
    if (!isAlike) return findModel(session, model);
    refused = exchange;
  }
  return refused && problemOf(refused, { isDown });
}

function problemOf(call: Exchange, { isDown }: { isDown: boolean }): Problem {
  const { reply, failure } = call;
  if (reply === undefined) {
    const message = `The service could not be reached: ${failure?.message ?? ""} Check the base URL.`;
    return { kind: "unreachable", message };
  }
  const refusal = `${callOf(call)} answered ${saidBy(reply)}.`;
  if (isDown) return { kind: "unreachable", message: `The service is unavailable: ${refusal} Try again later.` };
  // A page is by what stands in front of the service, and may be about something else than the key.
  const advice =
    jsonOf(reply) === undefined && reply.body.length > 0
      ? "Check the key (MODEL_ACCESS_API_KEY or --key-file), and whether a server in front of the service asks for something else (--header)."
      : "Check the key (MODEL_ACCESS_API_KEY or --key-file).";
  return { kind: "sign-in", message: `The service refused the key: ${refusal} ${advice}` };
}

/** A name that the model list has not may be one of another form; the service knows. */
async function findModel(session: Session, model: string | undefined): Promise<Problem | undefined> {
  const list = await session.exchange("models/list");
  const records = "plan" in list && list.reply ? recordsOf(jsonOf(list.reply)?.value) : [];
  if (model === undefined || records.length === 0 || records.some((record) => valueAt(record, "/id") === model))
    return undefined;
  const call = await session.exchange("chat/reply");
  if ("outcome" in call || call.reply === undefined || !notFound.includes(call.reply.status)) return undefined;
  const name = JSON.stringify(model);
  const message = `The model list has no model ${name}, and ${callOf(call)} answered ${saidBy(call.reply)}. Check --model.`;
  return { kind: "model", message };
}
