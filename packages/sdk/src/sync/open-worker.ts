import { ModelAccessError, OptionError } from "../errors/model-access-error.js";
import { errorOf } from "./failure.js";
import { nodeThreads, type Port } from "./node-threads.js";
import type { Reply, Task, WorkerData } from "./wire.js";

/** A worker that this thread waits for. */
export interface BlockingWorker {
  /** Waits for the next value of the task. Throws what the task failed with. */
  next(): IteratorResult<unknown, undefined>;
  /** Ends the worker, and with it what it waits for. */
  close(): void;
}

// A worker that has begun ends by the deadlines of its call; one that can't be loaded would never say so.
const maxStartMs = 30_000;

/** Begins a task in a thread of its own. The key goes there in memory and nowhere else. */
export function openWorker(task: Task, instead: string): BlockingWorker {
  const { Worker, MessageChannel, receiveMessageOnPort } = nodeThreads(instead);
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const workerData: WorkerData<Port> = { port: port2, signal, task };
  let worker: InstanceType<typeof Worker>;
  try {
    worker = new Worker(new URL("./worker.js", import.meta.url), { workerData, transferList: [port2] });
  } catch (error) {
    port1.close();
    if (!(error instanceof DOMException)) throw error;
    // Its own message shows the code of the function, which may hold the key.
    throw new OptionError("options", `No function can go to another thread; use ${instead} with it.`);
  }
  worker.unref();
  port1.unref();
  let isOpen = true;

  function wait(maxMs?: number): Reply {
    for (;;) {
      // Counted before it is looked for, so that an answer in between wakes this thread at once.
      const seen = Atomics.load(signal, 0);
      const received = receiveMessageOnPort(port1);
      // Our own worker posts nothing else.
      if (received !== undefined) return received.message as Reply;
      if (Atomics.wait(signal, 0, seen, maxMs) === "timed-out") {
        throw new ModelAccessError(`The worker thread did not start; use ${instead}`);
      }
    }
  }

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    port1.close();
    void worker.terminate();
  }

  try {
    wait(maxStartMs);
  } catch (error) {
    close();
    throw error;
  }

  return {
    next() {
      if (!isOpen) return { done: true, value: undefined };
      port1.postMessage("next");
      const reply = wait();
      if (reply.kind === "value") return { done: false, value: reply.value };
      close();
      if (reply.kind === "failure") throw errorOf(reply.failure);
      return { done: true, value: undefined };
    },
    close,
  };
}
