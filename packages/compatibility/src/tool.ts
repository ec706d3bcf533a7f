/** The bundles that tools are given. */
export const bundles = ["openapi.json", "openapi.3.2.json"] as const;
export type Bundle = (typeof bundles)[number];

/** Result of running a tool on a bundle. */
export interface Made {
  /** Output of the tool. */
  said: string;
  /** The TypeScript file that the rest is reached from, in the folder; absent if the tool makes no TypeScript. */
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
  /** Compiler options that its TypeScript needs beyond `strict`. */
  compilerOptions?: Record<string, unknown>;
  /** Names who is at fault if a bundle fails or warns, and what to do. */
  notes?: Partial<Record<Bundle, string>>;
}
