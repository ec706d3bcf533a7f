import { dirname, join } from "node:path";

/**
 * Redocly preprocessors: write out what the source says in short (spec/README.md, "Short forms"), before the linter's rules
 * and the bundler see it.
 */
export const shortForms = {
  /** `examples: [chatTextReply]` are the files of these names. */
  "named-examples": () => ({
    MediaType(mediaType) {
      if (!Array.isArray(mediaType.examples)) return;
      const rows = mediaType.examples.map((name) => [name, { $ref: `../examples/${name}.yaml` }]);
      mediaType.examples = Object.fromEntries(rows);
    },
  }),
};
