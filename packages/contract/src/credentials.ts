/** True for a header that carries a key or a session and nothing else. */
export function isCredentialHeader(name: string): boolean {
  return isKeyHeader(name) || /^(set-)?cookie2?$|(^|-)(token|secret|signature|password)$/i.test(name);
}

/** True for a header whose value is a key, with or without a scheme before it. */
export function isKeyHeader(name: string): boolean {
  return /^(proxy-)?authorization$|(^|-)api-?key$/i.test(name);
}

/** Masks the values of credential headers, and keys in other values by `clean`. */
export function maskHeaders(
  headers: [name: string, value: string][],
  clean: (value: string) => string,
): [name: string, value: string][] {
  return headers.map(([name, value]) => [name, isCredentialHeader(name) ? "[key]" : clean(value)]);
}

/** Returns the keys in a request's headers (without the scheme, `Basic` decoded) and in its query. */
export function sentKeys({ target, headers }: { target: string; headers: [name: string, value: string][] }): string[] {
  const inHeaders = headers
    .filter(([name]) => isKeyHeader(name))
    .flatMap(([, value]) => [value.replace(/^\S+ +/, ""), ...basicParts(value)]);
  const query = new URLSearchParams(target.replace(/^[^?]*\??/s, ""));
  const inQuery = [...query]
    .filter(([name]) => /^(api[-_]?)?key$|token$|secret$/i.test(name))
    .map(([, value]) => value);
  return [...new Set([...inHeaders, ...inQuery])].filter((key) => key !== "");
}

/** True if a text contains a whole key, plain or in base64. Keys under 8 characters are ignored: they match by chance. */
export function carriesKey(text: string, keys: string[]): boolean {
  return keys.some(
    (key) => key.length >= shortestKey && (text.includes(key) || text.includes(Buffer.from(key).toString("base64"))),
  );
}

const shortestKey = 8;

function basicParts(value: string): string[] {
  const [, encoded] = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(value) ?? [];
  return encoded === undefined ? [] : Buffer.from(encoded, "base64").toString().split(":");
}
