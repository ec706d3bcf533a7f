/** A letter of four bytes. */
export const wave = "🌊";

/** What a deployment has to bring back as it is: letters of two, three and four bytes. */
export const letters = `Zürich ${wave} grüßt 東京`;

/** A question whose answer is these letters. */
export const sayLetters = `Reply with exactly this: ${letters}`;
