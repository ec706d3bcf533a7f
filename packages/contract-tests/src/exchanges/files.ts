import type { ExchangePlan } from "../exchange.js";

const operationId = "uploadFile";

/** What the upload answers is our reading of an undocumented call, so that nothing is uploaded. */
export const filesExchanges: ExchangePlan[] = [
  {
    id: "files/refused/missing-file",
    operationId,
    says: "an upload without a file",
    isValid: false,
    write: () => ({ form: { download_filename: "contract-tests.txt" } }),
  },
  {
    id: "files/refused/wrong-key",
    operationId,
    says: "an upload with a key that does not exist",
    isValid: false,
    write: () => ({ form: { download_filename: "contract-tests.txt" }, key: "wrong" }),
  },
];
