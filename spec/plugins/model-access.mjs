import { fieldOrder } from "./field-order.mjs";
import { provenancePresent } from "./provenance-present.mjs";
import { shortForms, withShortForms } from "./short-forms.mjs";

export default () => ({
  id: "model-access",
  typeExtension: { oas3: withShortForms },
  preprocessors: { oas3: shortForms },
  rules: { oas3: { "field-order": fieldOrder, "provenance-present": provenancePresent } },
});
