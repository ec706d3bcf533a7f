/** Stands in for recording from a deployment, which needs files and a key that no page should have. */
export function createRecordMissing(): never {
  throw new Error("recordMissing needs Node: a browser has no files to add to. Run model-access-mock and use its URL.");
}
