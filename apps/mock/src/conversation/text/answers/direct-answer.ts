import { pick, type Random } from "../../../random.js";
import type { Assignment } from "../assignment.js";
import { arithmeticIn } from "./arithmetic.js";
import { choiceIn } from "./choice.js";
import { echoOf } from "./echo.js";
import { conversionIn, countingIn, primeIn } from "./numbers.js";
import { capitalIn, weatherIn } from "./places.js";
import { revisedIn } from "./revision.js";
import { greeting, greetings, seen, thanks } from "./small-talk.js";

/** The answer to a question that has a plain one, such as a greeting, a sum or “say pong”; undefined for any other. */
export function directAnswer(assignment: Assignment, random: Random): string | undefined {
  const { question, isBrief, language, forms, attachments } = assignment;
  const text = question.slice(0, 1500).trim();
  if (text === "" && attachments === 0)
    return "What would you like to talk about? Ask me anything, and I will do my best to help.";
  const echoed = echoOf(text);
  if (echoed !== undefined) return echoed;
  const chosen = choiceIn(`${text}`, random);
  if (chosen !== undefined) return chosen;
  if (attachments > 0 && forms.length === 0) return seen(attachments, random);
  if (forms.length > 0) return undefined;
  if (/\bthis (?:picture|image|photo|screenshot|file|document|pdf)\b/i.test(text)) {
    return "I can't see an attachment in your message. Please add the picture or file, and I will have a look at it.";
  }
  const revised = revisedIn(text);
  if (revised !== undefined) return assignment.isBare ? revised : `Here is a revised version:\n\n> ${revised}`;
  const converted = conversionIn(text);
  if (converted !== undefined) return converted;
  const counted = countingIn(text);
  if (counted !== undefined) return counted;
  const prime = primeIn(text);
  if (prime !== undefined) return prime;
  const sum = arithmeticIn(text);
  if (sum !== undefined) return isBrief || assignment.isBare ? sum.value : sum.sentence;
  if (greeting.test(text)) return language?.hello ?? pick(greetings, random);
  if (thanks.test(text))
    return pick(
      [
        "You're welcome! Let me know if there is anything else. 🙂",
        "Glad I could help. Is there anything else you would like to know?",
      ],
      random,
    );
  if (language !== undefined) return undefined;
  if (/^(?:who|what) are you\b|\bwhat(?:'s| is) your name\b|\bwhich model\b|\bwhat model\b/i.test(text)) {
    return "I am the mock of this service: no model is behind me. I write answers from your words and a seed, so the same question always gets the same answer. That makes me useful for building and testing, less so for facts.";
  }
  const capital = capitalIn(text);
  if (capital !== undefined) return isBrief || assignment.isBare ? capital.city : capital.sentence;
  return weatherIn(text, random, isBrief);
}
