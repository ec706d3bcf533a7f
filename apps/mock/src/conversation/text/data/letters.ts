// Data: what letters say, by purpose. `{x}` stands for what it is about.

/** A purpose of a letter; the group `object` of its pattern is what the letter is about. */
export interface LetterPurpose {
  pattern: RegExp;
  title: string;
  text: string;
  /** The words for `{x}` where the prompt names nothing. */
  otherwise: string;
}

export const letterPurposes: readonly LetterPurpose[] = [
  {
    pattern: /\b(?:cover letter|job application|apply)\b(?: for)?(?: (?:a|an|the))?(?<object> [^.\n]{2,60})?/i,
    title: "Application: {x}",
    text: "I am writing to apply as {x}. For the past five years I have worked in a small team, where I took projects from the first sketch to the release and looked after them afterwards.\n\nWhat draws me to your company is the care that your product shows in its details. I would be glad to bring the same care to your team.\n\nI look forward to hearing from you, and I am happy to show examples of my work.",
    otherwise: "a new member of your team",
  },
  {
    pattern: /\b(?:declin\w+|turn(?:ing)? down|reject\w*|cancel\w*)\b(?<object> [^.\n]{2,60})?/i,
    title: "About {x}",
    text: "Thank you very much for {x}. Unfortunately, I can't make it this time, as I have another appointment that I am not able to move.\n\nI hope that there will be another opportunity soon. If it helps, I am happy to read the notes and send you my comments.",
    otherwise: "the invitation",
  },
  {
    pattern: /\b(?:sick|ill|not feeling well|flu)\b/i,
    title: "Out sick today",
    text: "I am not feeling well today and will have to stay at home. I will let you know tomorrow how I am doing.\n\nThe most urgent tasks are written down in our list, and Thursday's meeting can take place without me.",
    otherwise: "",
  },
  {
    pattern:
      /\b(?:thank\w*)\b(?: (?:him|her|them|you|\p{Lu}\p{L}+|my \p{L}+|the \p{L}+))?(?: for)?(?<object> [^.\n]{2,60})?/iu,
    title: "Thank you",
    text: "I would like to thank you for {x}. It made a real difference, and I know how much time it took you.\n\nIf there is anything that I can do in return, please let me know.",
    otherwise: "your help",
  },
  {
    pattern: /\b(?:apologi[sz]\w*|sorry|apology)\b(?: for)?(?<object> [^.\n]{2,60})?/i,
    title: "Our apologies for {x}",
    text: "I am sorry for {x}. It should not have happened, and we have changed how we work so that it won't happen again.\n\nPlease tell me if there is anything that we can do to put it right.",
    otherwise: "the trouble",
  },
  {
    pattern:
      /\b(?:invit\w+)\b(?: (?:him|her|them|\p{Lu}\p{L}+|my \p{L}+|the \p{L}+))?(?: to| for)?(?<object> [^.\n]{2,60})?/iu,
    title: "Invitation to {x}",
    text: "I would like to invite you to {x}. It takes place on Thursday at 15:00, and it would be great to have you there.\n\nPlease let me know by Tuesday whether you can come.",
    otherwise: "our next meeting",
  },
  {
    pattern: /\b(?:follow(?:ing)?[- ]up|remind\w*)\b(?: on| about| of)?(?<object> [^.\n]{2,60})?/i,
    title: "Following up on {x}",
    text: "I wanted to come back to {x}. Have you had a chance to look at it?\n\nIf anything is missing, just tell me, and I will send it today.",
    otherwise: "my last message",
  },
  {
    pattern: /\b(?:resign\w*|quit|hand in my notice)\b/i,
    title: "Notice of resignation",
    text: "I am writing to let you know that I am leaving my position. My last day will be the end of next month.\n\nThank you for the trust and for all that I was able to learn here. I will make sure that my work is handed over in good order.",
    otherwise: "",
  },
  {
    pattern: /\b(?:complain\w*|complaint)\b(?: about)?(?<object> [^.\n]{2,60})?/i,
    title: "Complaint about {x}",
    text: "I am writing because of {x}, with which I am not satisfied. I have attached the order and two photos.\n\nPlease let me know by Friday how you would like to solve this.",
    otherwise: "my last order",
  },
  {
    pattern: /\b(?:ask\w*|request\w*)\b(?: (?:for|about|him|her|them))*(?<object> [^.\n]{2,60})?/i,
    title: "A question about {x}",
    text: "I hope you are well. I am writing to ask about {x}. Could you tell me by the end of the week what is possible?\n\nIf it is easier, we can talk on the phone; I am free on Tuesday and Thursday after 14:00.",
    otherwise: "our next steps",
  },
];

/** The frame of a letter, and a text that fits most, by language. */
export const letterForms: Record<string, { subject: string; greeting: string; body: string; closing: string }> = {
  de: {
    subject: "Betreff: Kurze Nachricht",
    greeting: "Sehr geehrte Damen und Herren,",
    body: "vielen Dank für Ihre Nachricht. Gern würde ich diese Woche kurz mit Ihnen darüber sprechen. Passt Ihnen Dienstag oder Donnerstag nach 14 Uhr?",
    closing: "Mit freundlichen Grüßen",
  },
  fr: {
    subject: "Objet : Un petit mot",
    greeting: "Bonjour,",
    body: "Merci beaucoup pour votre message. J'aimerais en parler avec vous cette semaine. Seriez-vous libre mardi ou jeudi après 14 heures ?",
    closing: "Bien cordialement,",
  },
  es: {
    subject: "Asunto: Una breve nota",
    greeting: "Hola:",
    body: "Muchas gracias por su mensaje. Me gustaría hablarlo con usted esta semana. ¿Le viene bien el martes o el jueves después de las 14:00?",
    closing: "Un cordial saludo,",
  },
  it: {
    subject: "Oggetto: Un breve messaggio",
    greeting: "Buongiorno,",
    body: "grazie mille per il suo messaggio. Mi piacerebbe parlarne con lei questa settimana. Le va bene martedì o giovedì dopo le 14?",
    closing: "Cordiali saluti,",
  },
  pt: {
    subject: "Assunto: Uma breve mensagem",
    greeting: "Olá,",
    body: "muito obrigado pela sua mensagem. Gostaria de falar consigo esta semana. Pode ser terça ou quinta-feira depois das 14h?",
    closing: "Com os melhores cumprimentos,",
  },
};
