/** A letter of four bytes. */
export const wave = "🌊";

/** Letters of two, three and four bytes, which a deployment has to bring back as they are. */
export const letters = `Zürich ${wave} grüßt 東京`;

export const sayLetters = `Reply with exactly this: ${letters}`;

/** Several lines with letters beyond ASCII, marks that pages escape, quotes and blanks that a careless reader drops. */
export const manyLines = `ready, ${letters}

<b>One & Two</b>  "Three"  'FOUR'
  - if (a < b && c > d) return "five";
  - six, seven, eight, nine and ten
and so on until the end of this text, which has neither a heading nor a closing remark`;
