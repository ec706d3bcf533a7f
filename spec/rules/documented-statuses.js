/** Spectral function: an operation documents the statuses in `always`, and those in `whenBilled` unless it is a GET or has a free tag. */
export default function documentedStatuses(operation, { always, whenBilled, freeTags }, { path }) {
  if (operation?.responses === undefined) return [];
  const isFree = path.at(-1) === "get" || operation.tags?.some((tag) => freeTags.includes(tag));
  return [...always, ...(isFree ? [] : whenBilled)]
    .filter((status) => operation.responses[status] === undefined)
    .map((status) => ({
      message: `${operation.operationId} must document the status ${status}${always.includes(status) ? "" : "; if it costs no points, add its tag to freeTags in .spectral.yaml"}.`,
      path: [...path, "responses"],
    }));
}
