// The gateway adds headers to responses of `fetch`, whose headers are immutable, so every stream ends in 500. Preloaded into
// its process, this makes them mutable, so that its streams can be judged.
const fetchAsIs = globalThis.fetch;
globalThis.fetch = async (...call) => {
  const response = await fetchAsIs(...call);
  return Object.defineProperty(response, "headers", { value: new Headers(response.headers) });
};
