import { accountFaults } from "./account-balance.ts";
import { accountChargeFaults, accountSecondLookFaults, chargingFaults } from "./account-charges.ts";
import { accountHistoryFaults, accountHistoryPageFaults, accountStatementFaults } from "./account-history.ts";
import { accountKindFaults } from "./account-kinds.ts";
import { botFaults } from "./bots.ts";
import { chatFaults, chatReplyFaults } from "./chat.ts";
import { chatTextFaults, chatToolFaults, chatValidRequestFaults } from "./chat-requests.ts";
import { chatStreamFaults, chatStreamLongFaults } from "./chat-stream.ts";
import { clientFaults } from "./clients.ts";
import { denseCallFaults } from "./dense-calls.ts";
import { dialectFaults } from "./dialects.ts";
import type { Fault } from "./fault.ts";
import { fileFaults } from "./files.ts";
import { gatewayFaults } from "./gateway.ts";
import { keyByRouteFaults, keyFaults } from "./keys.ts";
import { messagesFaults, messagesStreamFaults } from "./messages.ts";
import { modelFaults, modelListFaults } from "./models.ts";
import { otherProviderFaults } from "./other-providers.ts";
import { rateFaults, rateHeaderFaults } from "./rate.ts";
import { refusalFaults } from "./refusals.ts";
import { otherDialectRequestFaults, requestFaults, requestInStreamFaults } from "./requests.ts";
import { responsesFaults, responsesItemFaults, responsesPlainFaults } from "./responses.ts";
import { secretFaults } from "./secrets.ts";
import { serviceFaults } from "./service.ts";
import { videoFaults } from "./videos.ts";

/** Matches faults of more than chat, models and account, or of names and headers that only the mock has. */
const ofTheMock =
  /messages-|responses-|alias|own-header|bearer-refused|^chat\/(tool-|remaining)|^requests\/(unknown-model|model-number|broken-json)$/;

const ofChatModelsAndAccount: Fault[] = [
  ...[chatFaults, chatReplyFaults, chatStreamFaults, chatStreamLongFaults, refusalFaults, requestFaults, keyFaults],
  ...[accountFaults, accountHistoryFaults, accountChargeFaults, modelListFaults, rateFaults, otherDialectRequestFaults],
].flat();

/** Every single fault of the benchmark: written from the contract and from how gateways break, before the rules. */
export const faults: Fault[] = [
  ...ofChatModelsAndAccount.map((fault): Fault => ({ ...fault, from: ofTheMock.test(fault.id) ? "mock" : "small" })),
  ...[accountKindFaults, accountSecondLookFaults, accountHistoryPageFaults, accountStatementFaults, chargingFaults],
  ...[messagesFaults, messagesStreamFaults, responsesFaults, responsesItemFaults, responsesPlainFaults, dialectFaults],
  ...[clientFaults, denseCallFaults, chatValidRequestFaults, chatToolFaults, chatTextFaults, requestInStreamFaults],
  ...[keyByRouteFaults, gatewayFaults, secretFaults, rateHeaderFaults, fileFaults, serviceFaults, videoFaults],
  ...[botFaults, modelFaults, otherProviderFaults],
].flat();
