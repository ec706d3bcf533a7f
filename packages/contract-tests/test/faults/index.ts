import { accountFaults } from "./account.ts";
import { accountChargeFaults } from "./account-charges.ts";
import { accountHistoryFaults } from "./account-history.ts";
import { accountHistoryPageFaults } from "./account-history-pages.ts";
import { accountKindFaults } from "./account-kinds.ts";
import { accountSecondLookFaults } from "./account-second-look.ts";
import { accountStatementFaults } from "./account-statements.ts";
import { botFaults } from "./bots.ts";
import { chargingFaults } from "./charging.ts";
import { chatFaults } from "./chat.ts";
import { chatReplyFaults } from "./chat-reply.ts";
import { chatStreamFaults } from "./chat-stream.ts";
import { chatStreamLongFaults } from "./chat-stream-long.ts";
import { chatTextFaults } from "./chat-text.ts";
import { chatToolFaults } from "./chat-tools.ts";
import { chatValidRequestFaults } from "./chat-valid-requests.ts";
import { clientFaults } from "./clients.ts";
import { denseCallFaults } from "./dense-calls.ts";
import { dialectFaults } from "./dialects.ts";
import type { Fault } from "./fault.ts";
import { fileFaults } from "./files.ts";
import { gatewayFaults } from "./gateway.ts";
import { keyFaults } from "./keys.ts";
import { keyByRouteFaults } from "./keys-by-route.ts";
import { messagesFaults } from "./messages.ts";
import { messagesStreamFaults } from "./messages-stream.ts";
import { modelFaults } from "./models.ts";
import { otherProviderFaults } from "./other-providers.ts";
import { rateFaults } from "./rate.ts";
import { rateHeaderFaults } from "./rate-headers.ts";
import { refusalFaults } from "./refusals.ts";
import { requestFaults } from "./requests.ts";
import { requestInStreamFaults } from "./requests-in-streams.ts";
import { otherDialectRequestFaults } from "./requests-other-dialects.ts";
import { responsesFaults } from "./responses.ts";
import { responsesItemFaults } from "./responses-items.ts";
import { responsesPlainFaults } from "./responses-plain.ts";
import { secretFaults } from "./secrets.ts";
import { serviceFaults } from "./service.ts";
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
    ...[otherDialectRequestFaults, chatReplyFaults, chatStreamLongFaults, accountChargeFaults],
  ]
    .flat()
    .map((fault): Fault => ({ ...fault, from: ofTheMock.test(fault.id) ? "mock" : "small" })),
  ...accountKindFaults,
  ...messagesFaults,
  ...messagesStreamFaults,
  ...responsesFaults,
  ...dialectFaults,
  ...clientFaults,
  ...denseCallFaults,
  ...accountSecondLookFaults,
  ...chatValidRequestFaults,
  ...accountHistoryPageFaults,
  ...keyByRouteFaults,
  ...requestInStreamFaults,
  ...gatewayFaults,
  ...secretFaults,
  ...chargingFaults,
  ...chatToolFaults,
  ...chatTextFaults,
  ...accountStatementFaults,
  ...rateHeaderFaults,
  ...fileFaults,
  ...serviceFaults,
  ...responsesItemFaults,
  ...responsesPlainFaults,
  ...videoFaults,
  ...botFaults,
  ...modelFaults,
  ...otherProviderFaults,
];
