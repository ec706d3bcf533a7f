/** The bundles that tools are given. */
export const bundles = ["openapi.json", "openapi.no-recursion.json", "openapi.3.2.json"] as const;
export type Bundle = (typeof bundles)[number];

/** What a tool made of a bundle. */
export interface Made {
  /** What it said. */
  said: string;
  /** The TypeScript file that the rest is reached from, in the folder; absent where the tool makes no TypeScript. */
  entry?: string;
}

/** Somebody else's program that reads an OpenAPI document. */
export interface Tool {
  name: string;
  /** The package whose version is told. */
  package: string;
  makes: string;
  /** Gives it a bundle, by its path, and an empty folder. Throws where it fails. */
  run(bundle: string, folder: string): Promise<Made>;
  /** What its TypeScript needs beyond `strict`. */
  compilerOptions?: Record<string, unknown>;
  /** Whose fault it is that a bundle fails or warns, and what to do. */
  notes?: Partial<Record<Bundle, string>>;
}
