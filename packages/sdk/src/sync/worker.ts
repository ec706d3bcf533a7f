import { createBots } from "../bots/bots.js";
import { createClient } from "../client.js";
import { createFiles } from "../files/files.js";
import { toFailure } from "./failure.js";
import { type NodeProcess, nodeThreads, type Port } from "./node-threads.js";
import type { Reply, Task, WorkerData } from "./wire.js";

// The thread that does the work while the caller's sleeps. It gives one value for each time that it is asked.
const { port, signal, task } = nodeThreads("getBotResponse or uploadFile").workerData as WorkerData<Port>;
// Where there are threads of Node there is its process.
const { process } = globalThis as unknown as { process: NodeProcess };

process.on("uncaughtException", (error) => {
  answer({ kind: "death", cause: describeThrown(error) });
  process.exit(1);
});

function answer(reply: Reply): void {
  port.postMessage(reply);
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
}

function describeThrown(error: unknown): string {
  const { name, code } = Object(error) as { name?: unknown; code?: unknown };
  return [name, code].filter((word) => typeof word === "string").join(", ") || `a thrown ${typeof error}`;
}

async function* run({ options, ...work }: Task): AsyncGenerator<unknown> {
  const client = createClient(options);
  if (work.kind === "respond") yield* createBots(client).respond(work.query);
  else yield await createFiles(client).upload(work.input);
}

const values = run(task);

port.on("message", async () => {
  try {
    const { done, value } = await values.next();
    answer(done ? { kind: "done" } : { kind: "value", value });
  } catch (error) {
    answer({ kind: "failure", failure: toFailure(error) });
  }
});
answer({ kind: "ready" });
