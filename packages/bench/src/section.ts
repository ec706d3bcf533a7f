/** One part of the bench, which is measured by its name and has a heading of its own in RESULTS.md. */
export interface Section {
  name: string;
  title: string;
  /** Measures it. `isQuick` does the same with the smallest counts, to see that it runs; its figures mean nothing. */
  measure(options: { isQuick: boolean }): Promise<Part>;
}

/** The result of a section: as Markdown with headings of the third level, and as numbers. */
export interface Part {
  markdown: string;
  figures: object;
}
