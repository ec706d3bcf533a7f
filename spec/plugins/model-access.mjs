import { provenancePresent } from "./provenance-present.mjs";

export default () => ({
  id: "model-access",
  rules: { oas3: { "provenance-present": provenancePresent } },
});
