export { estimatePoints, type TokenCounts } from "./estimate-points.js";
export { type Estimate, estimateRequest, type PricedRequest } from "./estimate-request.js";
export type { SharedPace } from "./pace.js";
export { createPacer, type PacerOptions } from "./pacer.js";
export { createPriceTable, type ModelPrice, type PriceTable } from "./price-table.js";
export type { SharedSpend, SpendSums } from "./shared-spend.js";
export { createSpendGuard, type SpendGuard, type SpendGuardOptions } from "./spend-guard.js";
export { SpendLimitError } from "./spend-limit-error.js";
