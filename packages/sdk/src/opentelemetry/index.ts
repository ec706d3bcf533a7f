export { createTracing, type TracingOptions } from "./tracing.js";
