import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { type Report, type RunOptions, runContractTests } from "../src/index.js";
import { limitsOf } from "../src/run.js";
import { send } from "../src/wire/send.js";
import type { WireRequest, WireResult } from "../src/wire/wire.js";
import { createDeployment, type Deployment, key, openDeployment } from "./faults/deployment.ts";
import { type Answer, changed, type Fault, textOf, unnamed } from "./faults/fault.ts";
import { inReplies } from "./faults/rows.ts";
import { runOnFault } from "./faults/run-fault.ts";

export { key } from "./faults/deployment.ts";
export type { Answer } from "./faults/fault.ts";
export { textOf as text } from "./faults/fault.ts";
export { findingsOf as findings } from "./faults/run-fault.ts";

/** A fault of a deployment, by the id of the exchange that it answers. */
export interface ExchangeFault {
  change?: (answer: Answer, exchange: string) => void;
  /** True where it has answered on its own. */
  serve?: (response: ServerResponse, exchange: string, answer: Answer) => boolean;
}

const exchangeHeader = "x-contract-tests-exchange";

/**
 * Runs the contract tests, by one key, on a correct deployment with one thing wrong in the answers to some calls. It is in
 * this process, but for what answers on its own or meets the limits of a connection.
 */
export async function runOn(fault: ExchangeFault = {}, options: Partial<RunOptions> = {}): Promise<Report> {
  let called = "";
  const { onCall, ...others } = options;
  const isOpen = fault.serve !== undefined || options.limits !== undefined;
  const { baseURL, sleep, send: sendToIt } = isOpen ? await opened(fault) : inProcess(fault);
  const sendElsewhere: Deployment["send"] = (request, signal, wait) =>
    send(request, limitsOf(options.limits, wait), { signal, isOver: wait?.isOver });
  return runContractTests({
    baseURL,
    apiKey: key,
    sleep,
    onCall: (plan) => {
      called = plan.id;
      onCall?.(plan);
    },
    // Some calls are made at the same time, so that each has to say which one it is.
    send: (request, ...more) => {
      const sendIt = (request.url.startsWith(`${baseURL}/`) && sendToIt) || sendElsewhere;
      return sendIt({ ...request, headers: { ...request.headers, [exchangeHeader]: called } }, ...more);
    },
    ...others,
  });
}

type Place = Pick<Deployment, "sleep"> & Partial<Pick<Deployment, "send">> & { baseURL: string };

function inProcess({ change }: ExchangeFault): Place {
  const fault = change && changed((made, { headers }) => change(made, String(headers[exchangeHeader])));
  return { baseURL: "http://127.0.0.1", ...createDeployment(fault) };
}

async function opened({ change, serve }: ExchangeFault): Promise<Place> {
  const { close, ...deployment } = await openDeployment(undefined, {
    finish: (answer, response) => {
      const exchange = String(response.req.headers[exchangeHeader]);
      if (serve?.(response, exchange, answer)) return true;
      change?.(answer, exchange);
      return false;
    },
  });
  onTestFinished(close);
  return deployment;
}

/**
 * Runs the contract tests with all keys on a correct deployment, the mock or the small one, or on one with a fault of a list or
 * of a test.
 */
export const runWithKeys = (
  { from, ...fault }: Partial<Fault> = {},
  options: Partial<RunOptions> = {},
): Promise<Report> =>
  runOnFault(
    Object.keys(fault).length === 0 ? undefined : { ...unnamed, ...fault },
    (target) => runContractTests({ ...target, ...options }),
    from,
  );

/** A deployment whose chat completions have no text. */
export const noText = inReplies({ ids: "", in: "chat" })("no-text", "has no text in its replies", [], {
  "choices.*.message.content": null,
});

/** Runs the contract tests, by one key, on a correct deployment whose answers are changed on their way back. */
export function runOnResults(
  change: (result: WireResult, exchange: string, request: WireRequest) => WireResult | Promise<WireResult>,
  options: Partial<RunOptions> = {},
): Promise<Report> {
  const { send, sleep } = createDeployment();
  let called = "";
  return runContractTests({
    ...{ baseURL: "http://127.0.0.1", apiKey: key, sleep },
    onCall: ({ id }) => {
      called = id;
    },
    send: async (request, ...more) => {
      const exchange = called;
      return change(await send(request, ...more), exchange, request);
    },
    ...options,
  });
}

/** Starts a server, gives its base URL, and closes it when the test is over. */
export async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer({ keepAliveTimeout: 75_000 }, answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a server on a port has no other kind of address
}

export const html = { "content-type": "text/html" };

/** Starts a server that gives every request this answer. */
export const listenWith = (status: number, headers: Record<string, string> = html, body = ""): Promise<string> =>
  listen((request, response) => {
    request.resume().once("end", () => response.writeHead(status, headers).end(body));
  });

/** The rule of an id in a report. */
export const ruleIn = ({ rules }: Report, id: string) => rules.find((rule) => rule.id === id);

/** A change of the text of one exchange's body. */
export function inText(id: string, change: (body: string) => string): ExchangeFault {
  return on(id, (answer) => {
    answer.body = change(textOf(answer));
  });
}

/** A change of the answer of one exchange. */
export function on(id: string, change: (answer: Answer) => void): ExchangeFault {
  return {
    change: (answer, exchange) => {
      if (exchange === id) change(answer);
    },
  };
}
