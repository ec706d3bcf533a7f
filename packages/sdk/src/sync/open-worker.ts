import { ModelAccessError, OptionError, type Processed } from "../errors/model-access-error.js";
import { readHeaders } from "../options/check-options.js";
import { toError } from "./failure.js";
import { type NodeThreads, nodeThreads, type Port } from "./node-threads.js";
import type { Reply, Task, WorkerData } from "./wire.js";

/** A worker that this thread waits for. */
export interface BlockingWorker {
  /** Waits for the next value of the task. Throws the task's error. */
  next(): IteratorResult<unknown, undefined>;
  /** Ends the worker, and with it its wait. */
  close(): void;
}

// The code of worker.ts as one text, which the build puts here. A file of its own would be lost in a bundle.
declare const workerSource: string;

// How often this thread looks whether the other one still lives. An answer wakes it at once.
const lifeCheckMs = 100;

/** Begins a task in a thread of its own. The key goes there in memory and nowhere else. */
export function openWorker(task: Task, instead: string): BlockingWorker {
  const threads = nodeThreads(instead);
  const { MessageChannel, receiveMessageOnPort } = threads;
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const { defaultHeaders } = task.options;
  // Headers and lists of the platform can't all go to another thread; plain ones can.
  const options = { ...task.options, defaultHeaders: readHeaders("defaultHeaders", defaultHeaders) };
  const workerData: WorkerData<Port> = { port: port2, signal, task: { ...task, options } };
  let worker: NodeWorker;
  try {
    worker = new threads.Worker(workerSource, { eval: true, workerData, transferList: [port2] });
  } catch (error) {
    port1.close();
    throw startError(error, instead);
  }
  // Without a listener, what the thread died of would end the process once this thread is awake again.
  worker.on("error", () => {});
  worker.unref();
  port1.unref();
  let isOpen = true;
  let mayHaveBeenProcessed: Processed = "no";

  function wait(): Exclude<Reply, { kind: "failure" | "death" }> {
    for (;;) {
      // Counted before it is looked for, so that an answer in between wakes this thread at once.
      const seen = Atomics.load(signal, 0);
      const received = receiveMessageOnPort(port1);
      if (received !== undefined) {
        // Our own worker posts nothing else.
        const reply = received.message as Reply;
        if (reply.kind === "failure") throw toError(reply.failure);
        if (reply.kind === "death") throw deathError(` (${reply.cause})`);
        return reply;
      }
      if (Atomics.wait(signal, 0, seen, lifeCheckMs) === "timed-out" && !hasOtherEnd(port1, worker)) {
        throw deathError();
      }
    }
  }

  function deathError(cause = ""): ModelAccessError {
    return new ModelAccessError(`The worker thread of the call died${cause}; use ${instead}`, { mayHaveBeenProcessed });
  }

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    port1.close();
    void worker.terminate();
  }

  function waitOrClose(): Exclude<Reply, { kind: "failure" | "death" }> {
    try {
      return wait();
    } catch (error) {
      close();
      throw error;
    }
  }

  waitOrClose();

  return {
    next() {
      if (!isOpen) return { done: true, value: undefined };
      if (mayHaveBeenProcessed === "no") mayHaveBeenProcessed = "maybe";
      port1.postMessage("next");
      const reply = waitOrClose();
      if (reply.kind === "value") {
        mayHaveBeenProcessed = "yes";
        return { done: false, value: reply.value };
      }
      close();
      return { done: true, value: undefined };
    },
    close,
  };
}

type NodeWorker = InstanceType<NodeThreads["Worker"]>;

function startError(error: unknown, instead: string): ModelAccessError {
  const { name, message } = error as Error;
  // Its own message shows the code of the function, which may hold the key.
  if (name === "DataCloneError") {
    return new OptionError("options", `No function can go to another thread; use ${instead} with it.`);
  }
  return new ModelAccessError(`The worker thread of the call did not start (${message}); use ${instead}`, {
    cause: error,
  });
}

/**
 * True if the thread at the other end of the port lives. Its `exit` event can't reach a thread that sleeps, but Node
 * closes a port with the thread that has the other end, and refuses to send a closed port before it reads what is sent
 * along. The getter says that it was read, and keeps the port from being sent.
 */
function hasOtherEnd(port: Port, worker: NodeWorker): boolean {
  let isRead = false;
  const unsendable = {
    get value(): never {
      isRead = true;
      throw new Error("It is not to be sent.");
    },
  };
  try {
    worker.postMessage(unsendable, [port]);
  } catch {
    // Both cases end here.
  }
  return isRead;
}
