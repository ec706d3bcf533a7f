import { readHints } from "../../values/hints.js";

/** Concerns of a customer with a shop or an account, and the steps to take. */
const concerns: { pattern: RegExp; about: string; steps: string[] }[] = [
  {
    pattern: /\brefund\b|\bmoney back\b|\breturn (?:it|this|my|an?|the)\b/i,
    about: "a refund",
    steps: [
      "Open **Your orders** and choose the item.",
      "Select **Return or refund** and say what went wrong.",
      "Send the item back with the label that you get by email. The money is back within five working days.",
    ],
  },
  {
    pattern: /\bpassword\b|\blog ?in\b|\bsign ?in\b|\blocked out\b/i,
    about: "your sign-in",
    steps: [
      "Go to the sign-in page and choose **Forgot password**.",
      "Enter your email address and open the link that you receive. It works for 30 minutes.",
      "Choose a new password, and sign in with it.",
    ],
  },
  {
    pattern: /\b(?:order|package|parcel|delivery|shipment)\b/i,
    about: "your order",
    steps: [
      "Open **Your orders** and choose the order to see where it is.",
      "Check the delivery address, and whether a neighbour may have taken it in.",
      "If it has not arrived two days after the given date, write to us, and we will send it again.",
    ],
  },
  {
    pattern: /\b(?:subscription|plan|membership|trial)\b/i,
    about: "your subscription",
    steps: [
      "Open **Settings** and choose **Billing**.",
      "Select **Change plan** or **Cancel**. It stays active until the end of the paid month.",
      "You get a confirmation by email.",
    ],
  },
  {
    pattern: /\b(?:invoice|bill|charged?|payment|credit card)\b/i,
    about: "your payment",
    steps: [
      "Open **Settings**, then **Billing**, to see all invoices.",
      "Compare the date and amount with your statement.",
      "If something does not match, send us the number of the invoice, and we will look into it.",
    ],
  },
];

/** The answer of a support desk to somebody's own concern; undefined where the text is none. */
export function supportIn(text: string): string | undefined {
  if (text.length > 300 || /\b(?:write|draft|generate|explain|essay|function|code)\b/i.test(text)) return undefined;
  if (!/\b(?:my|i want|i need|i'd like|i would like|can i|i was|i have|i haven't|i can't|i cannot)\b/i.test(text))
    return undefined;
  const concern = concerns.find(({ pattern }) => pattern.test(text));
  if (concern === undefined) return undefined;
  const [id] = readHints(text).ids;
  const what = id === undefined || concern.about !== "your order" ? concern.about : `order **${id}**`;
  const steps = concern.steps.map((step, index) => `${index + 1}. ${step}`).join("\n");
  return `Sure, I can help you with ${what}. Here is what to do:\n\n${steps}\n\nIs there anything else I can do for you? 🙂`;
}
