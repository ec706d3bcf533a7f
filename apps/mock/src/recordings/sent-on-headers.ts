import type { HeaderPairs } from "@model-access/contract/proxy";

/** The headers of a request as a deployment gets them: none of the mock's, nothing compressed, and the key where one is given. */
export function sentOnHeaders(headers: HeaderPairs, apiKey: string | undefined): HeaderPairs {
  return [
    ...headers.filter(([name]) => !/^(accept-encoding|x-mock-.*)$/i.test(name)),
    ["accept-encoding", "identity"], // pieces of a compressed stream couldn't be read
    ...(apiKey === undefined ? [] : ([["authorization", `Bearer ${apiKey}`]] satisfies HeaderPairs)),
  ];
}
