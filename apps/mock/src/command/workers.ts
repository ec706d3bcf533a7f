import cluster, { type Worker } from "node:cluster";
import { baseURLOf } from "../http/listen.js";
import { type MockServer, type ServerOptions, startMock } from "../server.js";
import { endWith, logLine } from "./flags.js";

/** A worker that dies sooner than this after its start is not started again before that. */
const shortestLifeMs = 1_000;

/**
 * Serves by as many processes as are asked for, on one port, and starts another when one dies. Gives undefined in a worker,
 * which runs the same command. Rejects with the sentence of the first worker that can't start.
 */
export async function startWorkers(
  count: number,
  settings: ServerOptions,
  { drainMs }: { drainMs: number },
): Promise<Pick<MockServer, "baseURL" | "port" | "close"> | undefined> {
  if (cluster.isWorker) {
    await work(settings, drainMs);
    return undefined;
  }
  let isClosing = false;
  const [port = 0] = await Promise.all(Array.from({ length: count }, () => start())).catch(async (error: unknown) => {
    await endAll();
    throw error;
  });

  return {
    port,
    baseURL: baseURLOf(settings.host ?? "127.0.0.1", port, { isSecure: settings.cert !== undefined }),
    close: endAll,
  };

  async function endAll({ drainMs: givenMs = 0 } = {}): Promise<void> {
    isClosing = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(workers.map((worker) => end(worker, givenMs > 0 ? "SIGTERM" : "SIGINT")));
  }

  function start(): Promise<number> {
    return new Promise((resolve, reject) => {
      const startedMs = performance.now();
      const worker = cluster.fork();
      let hasListened = false;
      worker.on("message", ({ port: taken, failed }: { port?: number; failed?: string }) => {
        if (failed !== undefined) reject(new RangeError(failed));
        if (taken === undefined) return;
        hasListened = true;
        resolve(taken);
      });
      worker.once("exit", (status, signal) => {
        if (!hasListened) reject(new RangeError("A worker ended before it listened; start one process to see why."));
        if (isClosing) return;
        logLine(`A worker ended (${signal ?? `status ${status}`}); another one starts.`);
        const waitMs = Math.max(0, shortestLifeMs - (performance.now() - startedMs));
        setTimeout(() => {
          if (!isClosing) start().catch((error: Error) => logLine(error.message));
        }, waitMs);
      });
    });
  }
}

async function work(settings: ServerOptions, drainMs: number): Promise<void> {
  try {
    const mock = await startMock(settings);
    process.send?.({ port: mock.port });
    const close = async (options: { drainMs: number }) => {
      await mock.close(options);
      cluster.worker?.disconnect();
    };
    endWith({ close }, { drainMs });
  } catch (error) {
    process.send?.({ failed: error instanceof Error ? error.message : String(error) });
    process.disconnect?.();
  }
}

function end(worker: Worker, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    if (worker.isDead()) return resolve();
    worker.once("exit", () => resolve());
    worker.process.kill(signal);
  });
}
