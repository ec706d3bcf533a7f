// The gateway adds headers to the responses of `fetch`, whose headers are immutable, so that every stream ends in 500.
// Loaded into its process, this makes them mutable, so that what it does to streams can be judged.
const fetchAsIs = globalThis.fetch;
globalThis.fetch = async (...call) => {
  const response = await fetchAsIs(...call);
  return Object.defineProperty(response, "headers", { value: new Headers(response.headers) });
};
