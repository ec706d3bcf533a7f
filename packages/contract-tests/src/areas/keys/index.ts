import { type Area, joined } from "../../area.js";
import { kindsTopic } from "./kinds.js";
import { otherRoutesTopic } from "./on-other-routes.js";

export const keysArea: Area = {
  name: "keys",
  topic: "security",
  isRequired: true,
  ...joined(kindsTopic, otherRoutesTopic),
};
