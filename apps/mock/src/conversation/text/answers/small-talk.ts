import { pick, type Random } from "../../../random.js";

export const greeting =
  /^(?:hi|hello|hey|hallo|hola|bonjour|ciao|olá|good (?:morning|evening|afternoon)|guten tag|привет|مرحبا|שלום|你好|こんにちは|안녕하세요|नमस्ते)(?: there| all| everyone)?[\s!.,?？！。]*$/iu;

export const thanks = /^(?:thanks|thank you|thx|great, thanks|perfect|great)(?: (?:a lot|so much|very much))?[\s!.]*$/i;

export const greetings = [
  "Hello! 👋 What can I do for you today? I can explain things, draft and shorten texts, write code, or put what you have into a table or a list.",
  "Hi there! How can I help? Tell me what you are working on, and I will suggest a first step.",
  "Hello, and welcome! Ask me a question, or paste a text that you would like me to summarise, translate or improve.",
];

export function seen(attachments: number, random: Random): string {
  const scene = pick(
    [
      "a lighthouse on a rocky shore, with a calm sea behind it and a few gulls above the roof",
      "a small workshop with a wooden bench, a lamp and tools hanging in rows on the wall",
      "a market street in the morning, with fruit in crates and people talking in front of a bakery",
    ],
    random,
  );
  const what = attachments === 1 ? "The attachment shows" : `There are ${attachments} attachments. The first one shows`;
  return `${what} ${scene}. The light is soft and comes from the left, and the colours are mostly **blue, grey and warm brown**. There is no text in it that I could read with certainty. If you tell me what you are looking for, I can describe that part more closely.`;
}
