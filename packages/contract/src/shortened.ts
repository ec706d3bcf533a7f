/** Cuts off text that is too long for a sentence. */
export const shortened = (text: string, longest = 60) => (text.length > longest ? `${text.slice(0, longest)}…` : text);
