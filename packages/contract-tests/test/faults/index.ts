import { accountFaults } from "./account.ts";
import { chatFaults } from "./chat.ts";
import { chatStreamFaults } from "./chat-stream.ts";
import type { Fault } from "./fault.ts";
import { keyFaults } from "./keys.ts";
import { messagesFaults } from "./messages.ts";
import { otherFaults } from "./others.ts";
import { rateFaults } from "./rate.ts";
import { refusalFaults } from "./refusals.ts";
import { requestFaults } from "./requests.ts";
import { responsesFaults } from "./responses.ts";

/** Every single fault of the benchmark: written from the contract and from how gateways break, before the rules. */
export const faults: Fault[] = [
  ...chatFaults,
  ...chatStreamFaults,
  ...refusalFaults,
  ...requestFaults,
  ...keyFaults,
  ...messagesFaults,
  ...responsesFaults,
  ...accountFaults,
  ...rateFaults,
  ...otherFaults,
];
