import { refusedRequests } from "../../checks/refused-requests.js";
import {
  brokenBodies,
  late,
  missing,
  type RefusedCase,
  streamedUnknownModel,
  wrongKeys,
  wrongType,
} from "../../requests/invalid-request.js";
import { responsesSubject } from "../../requests/response-request.js";
import { provenance } from "./reply.js";

const responsesCases: RefusedCase[] = [
  missing("model"),
  wrongType("input", 7),
  ...late([wrongType("model", 7)]),
  streamedUnknownModel,
  ...late(brokenBodies.slice(0, 1)),
  ...wrongKeys.filter(({ name }) => name === "no-key"),
];

/** Responses that are refused, each for one thing, and the rules on them. */
export const { calls: responsesRefusalCalls, rules: responsesRefusalRules } = refusedRequests(responsesSubject, {
  form: "service",
  provenance,
  requirements: ["R4.9"],
  field: "input",
  temperature: ["temperature-over-2", 3],
  cases: responsesCases,
  formNames: ["media-type", "code"],
});
