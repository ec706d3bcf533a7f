import { fieldOrder } from "./field-order.mjs";
import { provenancePresent } from "./provenance-present.mjs";
import { shortForms } from "./short-forms.mjs";

export default () => ({
  id: "model-access",
  preprocessors: { oas3: shortForms },
  rules: { oas3: { "field-order": fieldOrder, "provenance-present": provenancePresent } },
});
