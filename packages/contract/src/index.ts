export type { ReplyBody, RequestBody } from "./bodies.js";
export { carriesKey, isCredentialHeader, maskHeaders, sentKeys } from "./credentials.js";
export { ExchangeFormatError, readExchanges, recordBytes, recordedBytes, writeExchange } from "./exchange-lines.js";
export type {
  ExchangeRecord,
  RecordedBytes,
  RecordedChunk,
  RecordedRequest,
  RecordedResponse,
} from "./exchange-record.js";
export { exchangeFormat } from "./exchange-record.js";
export { grammars } from "./generated/grammars.js";
export type * from "./generated/openapi.js";
export { operations } from "./generated/operations.js";
export { requirements } from "./generated/requirements.js";
export type { OperationId } from "./generated/version.js";
export { contractVersion } from "./generated/version.js";
export type {
  EventRule,
  Grammar,
  Identity,
  KindCondition,
  Scope,
  ServerSentEvent,
  Transition,
} from "./grammar.js";
export { kindOf } from "./grammar.js";
export { HarFormatError, readHar } from "./har.js";
export { segmentsOf, valueAt } from "./json-pointer.js";
export { masked } from "./mask.js";
export type { OperationMatch } from "./match-operation.js";
export { matchOperation } from "./match-operation.js";
export { mediaTypeIn } from "./media-type.js";
export type {
  EventRow,
  Example,
  HeaderRow,
  MediaTypeRow,
  Operation,
  OperationTable,
  ParameterRow,
  Provenance,
  ResponseRow,
} from "./operation.js";
export { operationAt } from "./operation-at.js";
export type { OperationChecks, RequestParameters } from "./operation-checks.js";
export type { Requirement } from "./requirement.js";
export type { StreamFault, StreamRule } from "./stream-fault.js";
export type { StreamJudge } from "./stream-judge.js";
export { createStreamJudge } from "./stream-judge.js";
export type { OperationName } from "./validate.js";
export {
  isReplyBody,
  isRequestBody,
  operationOf,
  responseOf,
  validateParameters,
  validateRequestBody,
  validateResponseBody,
  validateResponseHeaders,
  validateStreamEvent,
} from "./validate.js";
export type { Violation } from "./violation.js";
