export { createResponseModel, type ResponseModelSettings } from "./response-model.js";
