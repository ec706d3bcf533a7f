/** A letter of four bytes. */
export const wave = "🌊";

/** Letters of two, three and four bytes, which a deployment has to bring back as they are. */
export const letters = `Zürich ${wave} grüßt 東京`;

/** A question whose answer is these letters. */
export const sayLetters = `Reply with exactly this: ${letters}`;
