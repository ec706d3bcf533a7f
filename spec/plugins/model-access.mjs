import { codeSamples } from "./code-samples.mjs";
import { downTo31 } from "./down-to-31.mjs";
import { provenancePresent } from "./provenance-present.mjs";
import { schemaTitles } from "./schema-titles.mjs";

export default () => ({
  id: "model-access",
  rules: { oas3: { "provenance-present": provenancePresent } },
  decorators: {
    oas3: {
      "code-samples": codeSamples,
      "down-to-31": downTo31,
      "schema-titles": schemaTitles,
    },
  },
});
