import { curl } from "./samples/curl.mjs";
import { firstCall } from "./samples/first-call.mjs";
import { otherClients } from "./samples/other-clients.mjs";
import { python } from "./samples/python.mjs";
import { sdk, sdkStream } from "./samples/sdk.mjs";

/**
 * Adds samples to each operation of a bundle, from its first request example: curl, the SDK, compatible clients, and
 * Python without packages. Operations that stream have samples for that too.
 */
export function withCodeSamples(document) {
  const copy = structuredClone(document);
  for (const [path, item] of Object.entries(copy.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (!operation?.operationId) continue;
      operation["x-codeSamples"] = createSamples(document, { path, method, item, operation });
    }
  }
  return copy;
}

function createSamples(document, place) {
  const call = firstCall(document, place);
  const streamed = call.streams && call.replyType !== "text/event-stream";
  const stream = streamed ? firstCall(document, { ...place, streamed: true }) : undefined;
  const typescript = (label, source) => ({ lang: "TypeScript", label, source });
  return [
    { lang: "Shell", label: "curl", source: curl(call) },
    ...(stream ? [{ lang: "Shell", label: "curl, streamed", source: curl(stream) }] : []),
    typescript("SDK", sdk(call)),
    ...(stream ? [typescript("SDK, streamed", sdkStream(stream))] : []),
    ...otherClients(call).map(({ label, source }) => typescript(label, source)),
    { lang: "Python", label: "Python", source: python(call) },
  ];
}
