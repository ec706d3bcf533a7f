import { valueAt } from "@model-access/contract";
import { memberIs } from "../../checks/member.js";
import { messageText } from "../../reading/joined-text.js";

/**
 * The rule, in short, that the text is the same where clients read it: in `output_text`, which the specification shows and a
 * deployment may leave out, and in the messages of the output, which it may leave out as well.
 */
export const outputTextOf = (response: string, pointer: "" | "/response") => ({
  sentence: `output_text of ${response}, if it is sent, is the text of its output`,
  requirements: ["R4.9"],
  provenance: "stated" as const,
  judge: memberIs(`${pointer}/output_text`, {
    expected: "the text of the output's messages",
    isRight: (said, payload) => said === undefined || said === (messageText(valueAt(payload, pointer)) ?? said),
  }),
});
