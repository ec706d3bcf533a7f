/** One way in which a value breaks the contract. */
export interface Violation {
  /** The place in the value, as a JSON pointer; empty for the whole value. */
  pointer: string;
  /** The JSON Schema keyword that failed, or `json` for text that is not JSON. */
  keyword: string;
  /** The expected value, such as `at most 2`. */
  expected: string;
  /** One sentence: the error and the expected value. */
  message: string;
  /** The rule in the contract: a pointer into the 3.2 bundle, or empty. */
  schemaPointer: string;
}
