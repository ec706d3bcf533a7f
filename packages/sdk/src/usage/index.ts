export { createUsage, type PointsHistoryPages, type PointsHistoryQuery, type Usage } from "./usage.js";
