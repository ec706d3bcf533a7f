export type { PointsHistoryPages, PointsHistoryQuery } from "./points-history-pages.js";
export { createUsage, type Usage } from "./usage.js";
