import { readFileSync } from "node:fs";
import { Miniflare } from "miniflare";

/** Runs a bundled module as a Worker, and returns the JSON that it answers. */
export async function runWorker(file: string): Promise<unknown> {
  const worker = new Miniflare({
    modules: true,
    script: readFileSync(file, "utf8"),
    compatibilityDate: "2026-07-01",
    telemetry: { enabled: false },
  });
  try {
    const response = await worker.dispatchFetch("http://worker.example/");
    return await response.json();
  } finally {
    await worker.dispose();
  }
}
