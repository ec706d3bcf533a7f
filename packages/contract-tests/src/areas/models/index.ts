import { type Area, joined } from "../../area.js";
import { inUseTopic } from "./in-use.js";
import { listTopic } from "./list.js";

export const modelsArea: Area = { name: "models", isRequired: true, ...joined(listTopic, inUseTopic) };
