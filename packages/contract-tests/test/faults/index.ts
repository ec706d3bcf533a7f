import { accountFaults } from "./account.ts";
import { accountHistoryFaults } from "./account-history.ts";
import { botFaults } from "./bots.ts";
import { chatFaults } from "./chat.ts";
import { chatStreamFaults } from "./chat-stream.ts";
import { denseCallFaults } from "./dense-calls.ts";
import { dialectFaults } from "./dialects.ts";
import type { Fault } from "./fault.ts";
import { gatewayFaults } from "./gateway.ts";
import { keyFaults } from "./keys.ts";
import { lastFaults } from "./last.ts";
import { lastAccountFaults } from "./last-account.ts";
import { lastChatFaults } from "./last-chat.ts";
import { lastHistoryFaults } from "./last-history.ts";
import { lastKeyFaults } from "./last-keys.ts";
import { lastRequestFaults } from "./last-requests.ts";
import { messagesFaults } from "./messages.ts";
import { messagesStreamFaults } from "./messages-stream.ts";
import { modelFaults } from "./models.ts";
import { newAreaFaults } from "./new-areas.ts";
import { otherFaults } from "./others.ts";
import { rateFaults } from "./rate.ts";
import { refusalFaults } from "./refusals.ts";
import { requestFaults } from "./requests.ts";
import { otherDialectRequestFaults } from "./requests-other-dialects.ts";
import { responsesFaults } from "./responses.ts";
import { secretFaults } from "./secrets.ts";
import { smallFaults } from "./small.ts";
import { smallAccountFaults } from "./small-account.ts";
import { smallStreamFaults } from "./small-stream.ts";
import { strangersFaults } from "./strangers.ts";
import { strangersResponsesFaults } from "./strangers-responses.ts";
import { videoFaults } from "./videos.ts";

/** Matches faults of more than chat, models and account, or of names and headers that only the mock has. */
const ofTheMock =
  /messages-|responses-|alias|own-header|bearer-refused|^chat\/(tool-|remaining)|^requests\/(unknown-model|model-number|broken-json)$/;

/** Every single fault of the benchmark: written from the contract and from how gateways break, before the rules. */
export const faults: Fault[] = [
  ...[
    ...[
      chatFaults,
      chatStreamFaults,
      refusalFaults,
      requestFaults,
      keyFaults,
      accountFaults,
      accountHistoryFaults,
      rateFaults,
    ],
    ...[otherDialectRequestFaults, smallFaults, smallStreamFaults, smallAccountFaults],
  ]
    .flat()
    .map((fault): Fault => ({ ...fault, from: ofTheMock.test(fault.id) ? "mock" : "small" })),
  ...messagesFaults,
  ...messagesStreamFaults,
  ...responsesFaults,
  ...otherFaults,
  ...dialectFaults,
  ...denseCallFaults,
  ...newAreaFaults,
  ...lastFaults,
  ...lastAccountFaults,
  ...lastChatFaults,
  ...lastHistoryFaults,
  ...lastKeyFaults,
  ...lastRequestFaults,
  ...gatewayFaults,
  ...secretFaults,
  ...strangersFaults,
  ...strangersResponsesFaults,
  ...videoFaults,
  ...botFaults,
  ...modelFaults,
];
