export { ResponseStream } from "./response-stream.js";
export { createResponses, type Responses } from "./responses.js";
