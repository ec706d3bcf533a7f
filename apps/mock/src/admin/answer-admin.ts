import type { ValidateFunction } from "ajv";
import type { Answer, Call, EventStream } from "../call.js";
import type { AdminOperationId } from "../generated/admin-call.js";
import { Refusal } from "../refusal.js";
import { explainViolation } from "../world/explain-violation.js";
import type { AdminContext } from "./admin-request.js";
import { type AdminRoute, createAdminRouter } from "./admin-routes.js";
import { operations } from "./operations.js";

const prefix = "/_mock/api";
const router = createAdminRouter();

/** Answers a call of the admin API. Refuses with the same error bodies as the service. */
export async function answerAdmin(call: Call, context: Omit<AdminContext, "session">): Promise<Answer> {
  const target = call.path.slice(prefix.length);
  const found = router.find(call.method === "HEAD" ? "GET" : call.method, target);
  if (found === undefined) throw unknownOperation(target);
  const { row: route, path } = found;
  const query = Object.fromEntries(call.query);
  checkValue(route.parameters, { ...path, ...query });
  const body = readBody(route, call);
  // The document has just accepted what the operation takes.
  const operation = operations[route.operationId as AdminOperationId] as (...request: unknown[]) => Promise<unknown>;
  const session = await context.sessions.of(path.session);
  return answerOf(route, await operation({ path, query, body }, { ...context, session }));
}

function answerOf({ status, mediaType }: AdminRoute, reply: unknown): Answer {
  if (mediaType === undefined) return { status, headers: {}, body: "" };
  const body = mediaType === "application/json" ? JSON.stringify(reply) : (reply as EventStream); // by its type
  return { status, headers: { "content-type": mediaType, "cache-control": "no-store" }, body };
}

function unknownOperation(target: string): Refusal {
  const methods = router.methodsOf(target);
  if (methods === undefined) {
    return new Refusal("not_found", `There is nothing at this path; ${prefix}/openapi.json lists what there is.`);
  }
  return new Refusal("method_not_allowed", `This path answers ${methods.join(" and ")} only.`, {
    allow: methods.join(", "),
  });
}

function readBody({ body: validate, isBodyRequired }: AdminRoute, { body = new Uint8Array() }: Call): unknown {
  if (validate === undefined || (body.length === 0 && !isBodyRequired)) return {};
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new Refusal("invalid_json", "The request body is not valid JSON.");
  }
  checkValue(validate, value);
  return value;
}

/** Refuses a value that its schema does not accept, with the first thing that is wrong with it. */
function checkValue(validate: ValidateFunction, value: unknown): void {
  if (validate(value)) return;
  const [error] = validate.errors ?? [];
  if (error === undefined) throw new Error("A validator refused a value and gave no reason.");
  const { pointer, message } = explainViolation(error);
  throw new Refusal("invalid_parameter", `${pointer} ${message}`.trim());
}
