export { createModels, type Models } from "./models.js";
