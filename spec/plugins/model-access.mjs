import { fieldOrder } from "./field-order.mjs";
import { membersProvenance } from "./members-provenance.mjs";
import { provenancePresent } from "./provenance-present.mjs";
import { shortForms, withShortForms } from "./short-forms.mjs";

export default () => ({
  id: "model-access",
  typeExtension: { oas3: withShortForms },
  preprocessors: { oas3: shortForms },
  decorators: { oas3: { "members-provenance": membersProvenance } },
  rules: { oas3: { "field-order": fieldOrder, "provenance-present": provenancePresent } },
});
