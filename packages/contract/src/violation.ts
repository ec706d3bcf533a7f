/** One way in which a value breaks the contract. */
export interface Violation {
  /** Where in the value, as a JSON pointer; empty for the whole value. */
  pointer: string;
  /** The JSON Schema keyword that failed, or `json` for text that is none. */
  keyword: string;
  /** What was expected, such as `at most 2`. */
  expected: string;
  /** One sentence: what is wrong and what was expected. */
  message: string;
  /** Where the contract says so: a pointer into the 3.2 bundle, or empty. */
  schemaPointer: string;
}
