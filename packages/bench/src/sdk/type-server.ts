import { spawn } from "node:child_process";

/** A running tsserver. */
export interface TypeServer {
  /** Sends a command and gives the body of its answer. */
  ask<Body>(command: string, args: object): Promise<Body>;
  /** Sends a command that is not answered. */
  tell(command: string, args: object): void;
  close(): void;
}

interface ServerMessage {
  type: string;
  request_seq?: number;
  success?: boolean;
  message?: string;
  body?: unknown;
}

/** Starts the language server that editors use. */
export function openTypeServer(program: string): TypeServer {
  const child = spawn(process.execPath, [program, "--disableAutomaticTypingAcquisition"], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const waiting = new Map<number, { resolve(body: unknown): void; reject(error: Error): void }>();
  let sequence = 0;
  let text = "";

  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      const line = text.slice(0, end).trim();
      text = text.slice(end + 1);
      // Between the messages stand their lengths, as headers.
      if (line.startsWith("{")) accept(JSON.parse(line) as ServerMessage);
    }
  });
  child.on("exit", () => {
    for (const { reject } of waiting.values()) reject(new Error("tsserver has ended."));
  });

  function accept({ type, request_seq = 0, success, message = "", body }: ServerMessage): void {
    if (type !== "response") return;
    const waiter = waiting.get(request_seq);
    waiting.delete(request_seq);
    if (success) waiter?.resolve(body);
    else waiter?.reject(new Error(`tsserver: ${message}`));
  }

  function send(command: string, args: object): number {
    sequence += 1;
    child.stdin.write(`${JSON.stringify({ seq: sequence, type: "request", command, arguments: args })}\n`);
    return sequence;
  }

  return {
    ask: (command, args) =>
      // The protocol says what the body of each command is.
      new Promise((resolve, reject) => {
        waiting.set(send(command, args), { resolve: resolve as (body: unknown) => void, reject });
      }),
    tell: (command, args) => void send(command, args),
    close: () => void child.kill(),
  };
}
