import { type Operation, operationOf, valueAt } from "@model-access/contract";
import { readOnce } from "../wire/read-once.js";

interface Reason {
  /** The name of its error among the examples of an operation; that of the messages interface begins with `messages`. */
  example: string;
  requirements: string[];
  /** The messages interface has an example and rows of its own. */
  messages?: { example?: string; requirements: string[] };
  /** False where the specification states that the call is refused, or the status, and not the type and the code. */
  isNameStated?: boolean;
}

/** The reasons of the specification's tables of errors (Part 7.2 and, for messages, Part 4.5). */
const reasons = {
  wrongKey: {
    example: "invalidApiKey",
    requirements: ["R5.3", "R5.1", "R7.2"],
    messages: { requirements: ["R5.3", "R4.7"] },
  },
  revokedKey: { example: "invalidApiKey", requirements: ["R5.4", "R5.3", "R5.1", "R7.2"] },
  /** The table of names speaks of a key that is wrong, the status of one that is missing, too. */
  noKey: {
    example: "invalidApiKey",
    requirements: ["R5.3", "R5.1", "R7.2"],
    messages: { requirements: ["R5.3", "R5.1", "R4.7"] },
    isNameStated: false,
  },
  unknownModel: { example: "modelNotFound", requirements: ["R7.3"], messages: { requirements: ["R4.7"] } },
  /** That they are refused is stated, and nothing of the answer. */
  privateBot: { example: "modelNotFound", requirements: ["R1.10", "R7.1"], isNameStated: false },
  unsupportedModel: { example: "modelNotSupported", requirements: ["R1.11", "R7.1"], isNameStated: false },
  missingField: {
    example: "missingParameter",
    requirements: ["R7.5"],
    messages: { example: "messagesMissingMaxTokens", requirements: ["R2.9", "R4.7"] },
  },
  outOfRange: {
    example: "invalidParameter",
    requirements: ["R7.4", "R8.2"],
    messages: { requirements: ["R8.2", "R4.7"] },
  },
  /** No row names the errors of these two. */
  wrongType: {
    example: "invalidParameter",
    requirements: [],
    messages: { requirements: [] },
    isNameStated: false,
  },
  broken: { example: "invalidJson", requirements: ["R7.1"], messages: { requirements: ["R4.7"] }, isNameStated: false },
  noPermission: { example: "permissionDenied", requirements: ["R5.3"], isNameStated: false },
  noPoints: { example: "insufficientPoints", requirements: ["R7.7"] },
  rateLimit: {
    example: "rateLimitExceeded",
    requirements: ["R7.6", "R8.1"],
    messages: { requirements: ["R4.7", "R7.6"] },
  },
  unknownVideo: { example: "notFound", requirements: [], isNameStated: false },
} satisfies Record<string, Reason>;

export type ReasonName = keyof typeof reasons;

/** The form of an error body: the messages interface has its upstream provider's, without a code. */
export type ErrorForm = "service" | "messages";

interface Refusal {
  status: number;
  type: string;
  code?: string;
  requirements: string[];
  isNameStated: boolean;
}

/** Returns the form of an operation's errors, by its example of a wrong key. */
export const formOf = (operationId: string): ErrorForm =>
  exampleNamed(operationId, "messagesInvalidApiKey") === undefined ? "service" : "messages";

/** Returns the answer that the contract shows in its example of the reason. Throws where an operation has none. */
export function refusalFor(operationId: string, name: ReasonName): Refusal {
  const { example, requirements, messages, isNameStated = true }: Reason = reasons[name];
  const isOfMessages = formOf(operationId) === "messages";
  const nameOfMessages = messages?.example ?? `messages${example.charAt(0).toUpperCase()}${example.slice(1)}`;
  const found = exampleNamed(operationId, isOfMessages ? nameOfMessages : example);
  if (found === undefined) throw new Error(`The contract has no example ${example} of ${operationId}.`);
  return {
    ...found,
    requirements: (isOfMessages ? messages?.requirements : undefined) ?? requirements,
    isNameStated,
  };
}

function exampleNamed(operationId: string, name: string): Pick<Refusal, "status" | "type" | "code"> | undefined {
  return errorsOf(operationId).find((each) => each.name === name);
}

/** The named examples of an operation's errors, without their messages. */
export const errorsOf = (operationId: string) => errorsIn(operationOf(operationId));

type NamedError = Pick<Refusal, "status" | "type" | "code"> & { name: string };

const errorsIn = readOnce(({ responses }: Operation): NamedError[] =>
  Object.entries(responses).flatMap(([status, { mediaTypes }]) =>
    Object.entries(mediaTypes["application/json"]?.examples ?? {}).flatMap(([name, { value }]) => {
      const [type, code] = [valueAt(value, "/error/type"), valueAt(value, "/error/code")];
      const about = { name, status: Number(status), ...(typeof code === "string" && { code }) };
      return typeof type === "string" ? [{ ...about, type }] : [];
    }),
  ),
);
