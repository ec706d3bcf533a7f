import { pick, type Random } from "../../../random.js";
import type { Assignment } from "../assignment.js";
import { abilities, foreignJokes, funFacts, greetings, introductions } from "../data/small-talk.js";
import { jokes } from "../../values/jokes.js";

/** An answer to what asks for nothing in particular: a greeting, a name, a joke; undefined for all else. */
export function smallTalkIn(text: string, assignment: Assignment, random: Random): string | undefined {
  const { language, persona, userName, previous, earlier, isFollowUp } = assignment;
  const before = isFollowUp ? (earlier ?? "") : "";
  if (greeting.test(text)) return language?.hello ?? pick(greetings, random);
  if (aboutItself.test(text)) {
    if (persona !== undefined && language === undefined) return `I'm **${persona}**. How can I help you today?`;
    return introductions[language?.code ?? "en"];
  }
  if (language !== undefined && foreignJoke.test(text)) return foreignJokes[language.code];
  if (language !== undefined) return howAreYou.test(text) ? `${language.hello} 🙂` : undefined;
  if (/^(?:[^.!?\n]{0,20}[,!. ]+)?(?:my name is|i am called|call me|i'm) \p{Lu}\p{L}+[.!]?$/u.test(text))
    return `Nice to meet you, ${userName}! What can I do for you today?`;
  if (/\b(?:what(?:'s| is)|do you (?:know|remember)|tell me|say) my name\b|^who am i\b/i.test(text))
    return userName === undefined
      ? "You haven't told me your name yet. What should I call you?"
      : `Your name is **${userName}**.`;
  if (/^(?:and )?(?:where|in (?:which|what) (?:city|town|country)) do i live\b/i.test(text)) {
    const home = previous.map((said) => livesIn.exec(said)?.[1]).findLast((place) => place !== undefined);
    return home === undefined ? "You haven't told me where you live yet." : `You live in **${home}**.`;
  }
  if (/\bwhat did i (?:just )?(?:ask|say|write)\b|\bmy (?:last|previous|first) (?:question|message)\b/i.test(text)) {
    const said = /\bfirst\b/i.test(text) ? previous[0] : previous.at(-1);
    return said === undefined ? "This is your first message to me." : `You wrote: “${said}”`;
  }
  if (
    /^(?:(?:hi|hello|hey)[,! ]+)?(?:i have|i've got|can i ask(?: you)?|may i ask(?: you)?) an? (?:quick |short )?question[.!?]*$/i.test(
      text,
    )
  )
    return "Of course! What would you like to know?";
  if (thanks.test(text)) return pick(welcomes, random);
  if (/^how are you\b|^how(?:'s| is) it going\b/i.test(text))
    return "I'm doing well, thank you! What can I help you with today?";
  if (/^(?:(?:ok|okay|thanks|thank you)[,!.]? )?(?:good ?)?bye\b|^see you\b|^good night\b/i.test(text))
    return "Goodbye! Come back whenever you like. 👋";
  if (/^ping[.!?]*$/i.test(text)) return "Pong! 🏓";
  if (/^(?:this is (?:only |just )?a )?test(?:ing)?(?:[ ,]+\d| ?message)*[.!?]*$/i.test(text))
    return "It works: your message arrived, and this is the answer. ✅ Ask me something to see more of it.";
  if (previous.length === 0 && /^(?:ok|okay|yes|no|sure|cool|nice|fine|alright)[.!]*$/i.test(text))
    return "All right! What would you like to do? You can ask a question, or paste a text that I should work on.";
  const task =
    /^(?:(?:hi|hey|hello)[, ]+)?(?:can|could) you (?:please )?help(?: me)?(?: (?:out )?with ([^.?!\n]{2,60}))?[.?!]*$/i.exec(
      text,
    );
  if (task !== null) {
    const about = task[1] === undefined ? "" : ` with ${task[1].replace(/^my /i, "your ")}`;
    return `Of course, I'm happy to help${about}. Tell me what you have so far and where you got stuck, and we'll go through it step by step.`;
  }
  if (/\bwhat (?:can|do) you (?:do|help)\b|^help[.!?]*$|\bhow can you help\b/i.test(text)) return abilities;
  if (
    /\bwhat (?:day|date|time|year) is (?:it|today)\b|\bwhat(?:'s| is) (?:the (?:date|time|day)|today'?s date)\b/i.test(
      text,
    )
  )
    return "I can't see a clock or a calendar. Put the date and time into the prompt, or offer me a tool that tells them, and I will use it.";
  const isAnother = /^(?:another|one more|again|more|next)\b/i.test(text);
  if (/\bjokes?\b/i.test(text) || (isAnother && /\bjokes?\b/i.test(before))) return pick(jokes, random);
  if (
    /\bfun facts?\b(?! about)|\bsomething interesting\b(?! about)/i.test(text) ||
    (isAnother && /\bfun facts?\b/i.test(before))
  )
    return pick(funFacts, random);
  const thing = /\b(?:fun facts?|something interesting) about (?:the |an? )?(\p{L}{3,20}?)(?:e?s)?[.?!]*$/iu.exec(
    text,
  )?.[1];
  return thing === undefined ? undefined : funFacts.find((fact) => fact.toLowerCase().includes(thing.toLowerCase()));
}

const livesIn = /\bI live in (\p{Lu}[\p{L}-]*(?: \p{Lu}[\p{L}-]*){0,3})/u;

const greeting =
  /^(?:hi|hello|hey|hallo|hola|bonjour|ciao|olá|good (?:morning|evening|afternoon)|guten tag|привет|مرحبا|שלום|你好|こんにちは|안녕하세요|नमस्ते)(?: there| all| everyone)?[\s!.,?？！。]*$/iu;
const foreignJoke =
  /\bwitz\b|\bblague\b|\bchiste\b|\bbarzelletta\b|\bpiada\b|анекдот|шутк|نكتة|בדיחה|笑话|冗談|ジョーク|농담|चुटकुला/iu;
const howAreYou =
  /^(?:wie geht|ça va|comment (?:vas|allez)|cómo estás|qué tal|come stai|como (?:estás|vai)|как дела|كيف حالك|מה שלומך|你好吗|お元気|잘 지내|आप कैसे)/iu;
const thanks =
  /^(?:(?:ok|okay|great|perfect|awesome|cool|nice)[,!.]? ?)?(?:thanks|thank you|thx|cheers|perfect|great|awesome|that(?:'s| is| was)? (?:very |really |super )?(?:helps?|helpful|great|perfect))(?: (?:a lot|so much|very much|again))?(?:[,.!]? (?:that(?:'s| is| was)? .{1,30}|very helpful|you're the best))?[\s!.]*$/i;

const welcomes = [
  "You're welcome! Let me know if there is anything else. 🙂",
  "Glad I could help. Is there anything else you would like to know?",
];

const aboutItself =
  /^(?:(?:hi|hello|hey)(?: there)?[,!. ]+)?(?:who|what) are you\b|\bwhat(?:'s| is) your name\b|\bwh(?:ich|at) model\b|\bintroduce yourself\b|\babout yourself\b|\b(?:wer|was) bist du\b|\bstell dich vor\b|\bprésente[- ]toi\b|\bqui es[- ]tu\b|\bpreséntate\b|\bquién eres\b|\bchi sei\b|\bpresentati\b|\bquem és\b|\bapresent[ae]-te\b|кто ты|представься|من أنت|عرف عن نفسك|מי אתה|介绍(?:一下)?你?自己|你是谁|自己紹介|あなたは誰|자기소개|누구(?:세요|입니까)|आप कौन|अपना परिचय/iu;
