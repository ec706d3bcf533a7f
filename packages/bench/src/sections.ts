import { contractTests } from "./contract-tests.ts";
import { mock } from "./mock/mock.ts";
import { pipeline } from "./pipeline.ts";
import type { Section } from "./run-sections.ts";
import { sdk } from "./sdk/sdk.ts";
import { store } from "./store.ts";
import { streams } from "./streams.ts";
import { watch } from "./watch.ts";

/** All sections, in the order of RESULTS.md. The last one, which takes minutes, runs only if it is named. */
export const sections: readonly Section[] = [mock, streams, sdk, watch, store, contractTests, pipeline];

/** Returns the sections of the given names, or without names all but the pipeline. Throws one sentence for an unknown name. */
export function chooseSections(names: readonly string[]): Section[] {
  const unknown = names.find((name) => !sections.some((section) => section.name === name));
  if (unknown !== undefined)
    throw new Error(`There is no section '${unknown}'; use ${sections.map(({ name }) => name).join(", ")}.`);
  return sections.filter((section) => (names.length === 0 ? section !== pipeline : names.includes(section.name)));
}
