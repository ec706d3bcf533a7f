import { type Area, optionalArea } from "../../area.js";
import { filesCalls, filesRules } from "./upload.js";

/** Uploads. */
export const filesArea: Area = optionalArea({
  name: "files",
  exchanges: [...filesCalls],
  rules: [...filesRules],
});
