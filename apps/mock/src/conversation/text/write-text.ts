import type { Random } from "../../random.js";
import { tellAttachments } from "./attachments.js";
import { echoOf } from "./echo.js";
import { answerInJson } from "./json-answer.js";
import { chooseLabel } from "./labels.js";
import type { Question } from "./question.js";
import { writeAmount } from "./requested-amount.js";
import { writeSample } from "./samples.js";
import { writeTitle } from "./titles.js";

/**
 * Writes the text of a reply: what the question or the system prompt asks for word by word, else a sample. It knows
 * nothing; the question's own words in the first line say which question it belongs to.
 */
export async function writeText(question: Question, random: Random): Promise<string> {
  const text =
    echoOf(question.text) ??
    (await answerInJson(question, random)) ??
    chooseLabel(question, random) ??
    writeTitle(question) ??
    tellAttachments(question) ??
    (await writeAmount(question, random)) ??
    writeSample(question, random);
  return isPlainWanted.test(`${question.text}\n${question.rules}`) ? withoutMarks(text) : text;
}

const isPlainWanted = /\bplain[- ]text\b|\b(?:no|without|avoid) (?:any )?(?:markdown|formatting)\b/i;

const withoutMarks = (text: string) =>
  text
    .replaceAll(/^(?:#{1,6} |> |```\w*$|\s*[-*] )/gm, "")
    .replaceAll(/\*\*([^*\n]+)\*\*/g, "$1")
    .replaceAll("`", "");
