/** Something that is wrong with a value: where in it, as a JSON pointer, and what, as one sentence. */
export interface Mistake {
  pointer: string;
  message: string;
}
