// Loaded into the gateway's process: it adds to the headers of what `fetch` gave it, which they do not allow, so that every
// stream ends in 500. With it, what it makes of streams can be judged.
const fetchAsIs = globalThis.fetch;
globalThis.fetch = async (...call) => {
  const response = await fetchAsIs(...call);
  return Object.defineProperty(response, "headers", { value: new Headers(response.headers) });
};
