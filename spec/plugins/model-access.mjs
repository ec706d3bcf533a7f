import { fieldOrder } from "./field-order.mjs";
import { provenancePresent } from "./provenance-present.mjs";

export default () => ({
  id: "model-access",
  rules: { oas3: { "field-order": fieldOrder, "provenance-present": provenancePresent } },
});
