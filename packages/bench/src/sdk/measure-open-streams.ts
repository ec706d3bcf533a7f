import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { startProcess } from "../server-process.ts";
import type { OpenStreamsReport } from "./read-open-streams.ts";

/** Cost to a process of holding a number of streams open and reading them to their end. */
export interface OpenStreamsRow {
  name: string;
  /** One value for each fresh process. */
  cpuMs: number[];
  memoryMb: number[];
}

/** Who reads; a bare fetch first. */
const readers = ["fetch", "@model-access/sdk", "openai"] as const;
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Opens so many streams at once with each reader, in fresh processes, in turn. */
export async function measureOpenStreams({ streams = 2000, rounds = 5 } = {}): Promise<OpenStreamsRow[]> {
  const rows = readers.map((name) => ({ name, cpuMs: [] as number[], memoryMb: [] as number[] }));
  const server = await startProcess({
    name: "the chat streams",
    command: (port) => [path("chat-stream-server.ts"), String(port)],
  });
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const { name, cpuMs, memoryMb } of rows) {
        const output = execFileSync(
          process.execPath,
          ["--expose-gc", path("read-open-streams.ts"), name, server.baseURL, String(streams)],
          { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] },
        );
        const report = JSON.parse(output) as OpenStreamsReport; // as that program writes it
        cpuMs.push(report.cpuMs);
        memoryMb.push(report.memoryMb);
      }
    }
  } finally {
    await server.stop();
  }
  return rows;
}
