/** The bundles that tools are run on. */
export const bundles = ["openapi.json", "openapi.3.2.json"] as const;
export type Bundle = (typeof bundles)[number];

/** Result of running a tool on a bundle. */
export interface Made {
  /** Output of the tool. */
  said: string;
  /** The main TypeScript file, in the folder; absent if the tool generates no TypeScript. */
  entry?: string;
}

/** A third-party program that reads OpenAPI documents. */
export interface Tool {
  name: string;
  /** The package whose version is shown. */
  package: string;
  makes: string;
  /** Runs it on a bundle, by path, with an empty folder. Throws if it fails. */
  run(bundle: string, folder: string): Promise<Made>;
  /** Compiler options that its TypeScript needs in addition to `strict`. */
  compilerOptions?: Record<string, unknown>;
  /** The cause of a failure or warning, and what to do. */
  notes?: Partial<Record<Bundle, string>>;
}
