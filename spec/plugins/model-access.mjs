import { codeSamples } from "./code-samples.mjs";
import { downTo31 } from "./down-to-31.mjs";
import { provenanceBadges } from "./provenance-badges.mjs";
import { provenancePresent } from "./provenance-present.mjs";
import { requirementMatrix } from "./requirement-matrix.mjs";
import { schemaTitles } from "./schema-titles.mjs";

export default () => ({
  id: "model-access",
  rules: { oas3: { "provenance-present": provenancePresent } },
  decorators: {
    oas3: {
      "code-samples": codeSamples,
      "down-to-31": downTo31,
      "provenance-badges": provenanceBadges,
      "requirement-matrix": requirementMatrix,
      "schema-titles": schemaTitles,
    },
  },
});
