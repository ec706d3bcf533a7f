/** One statement of the specification and where the product keeps it. */
export interface Requirement {
  /** Such as `R4.1`. */
  id: string;
  /** The statement in short. */
  says: string;
  /** The parts that must make it true. */
  on: ("contract" | "mock" | "sdk" | "check")[];
  /** Places in the published contract that say it, as JSON pointers. */
  contract: string[];
  /** The reason that no check can show it over HTTP. */
  unchecked?: string;
  /** The place that keeps it where the contract can't say it. */
  elsewhere?: string;
}
