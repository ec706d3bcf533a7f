import { Refusal } from "../refusal.js";
import type { ApiRequest } from "../request/api-request.js";
import { type Fault, faults } from "./catalogue.js";

export interface AskedFault {
  name: string;
  appliesTo: Fault["appliesTo"];
  options: Record<string, number>;
}

const largest = 60_000;
const companion = "slow-headers";

/**
 * Reads faults as the header `x-mock-fault` writes them, such as `stall;at=3`. Only `slow-headers` goes together with
 * another fault, as in `slow-headers;ms=200, status-503`, so that each keeps what it promises. Refuses what is none.
 */
export function parseFaults(text: string): AskedFault[] {
  const items = text.split(",").map((item) => item.trim());
  const asked = items.filter((item) => item !== "").map(readFault);
  if (asked.length > 2 || asked.filter(({ name }) => name !== companion).length > 1) {
    refuse(`Several faults are asked for; only '${companion}' goes together with another one.`);
  }
  return asked;
}

/** The faults that a request asks for itself. Refuses those that don't apply to it. */
export function readFaults(text: string, request: ApiRequest): AskedFault[] {
  const asked = parseFaults(text);
  for (const fault of asked) checkFault(fault, asksForStream(request));
  return asked;
}

/** True where a fault can do to a request what it promises. */
export function appliesTo({ appliesTo: kind }: AskedFault, request: ApiRequest): boolean {
  return kind === "any" || (kind === "stream") === asksForStream(request);
}

/** Refuses a fault of streams where there is none, and one of plain answers where there is. */
export function checkFault({ name, appliesTo }: AskedFault, isStream: boolean): void {
  if (appliesTo === "stream" && !isStream)
    refuse(`The fault '${name}' applies to streams only, and this request is not answered by one.`);
  if (appliesTo === "plain" && isStream)
    refuse(`The fault '${name}' does not apply to streams, and this request is answered by one.`);
}

function readFault(item: string): AskedFault {
  const [name = "", ...settings] = item.split(";").map((part) => part.trim());
  const fault = faults.find((candidate) => candidate.name === name);
  if (fault === undefined) {
    const known = faults.map((candidate) => candidate.name).join(", ");
    return refuse(`'${name.slice(0, 40)}' is no fault of the mock; it must be one of ${known}.`);
  }
  const options = { ...fault.options };
  for (const setting of settings) {
    const [, option = "", number] = /^([a-z]+)=(\d{1,6})$/.exec(setting) ?? [];
    if (!Object.hasOwn(options, option) || Number(number) > largest) {
      const takes =
        Object.keys(options)
          .map((known) => `${known}=N`)
          .join(" and ") || "no options";
      return refuse(`The fault '${name}' takes ${takes}, N a whole number of at most ${largest}.`);
    }
    options[option] = Number(number);
  }
  return { name, appliesTo: fault.appliesTo, options };
}

/** The native protocol streams without being asked to. */
function asksForStream({ operation, fields }: ApiRequest): boolean {
  return operation.stream === "native" || (operation.stream !== undefined && fields.stream === true);
}

function refuse(message: string): never {
  throw new Refusal("invalid_parameter", message);
}
