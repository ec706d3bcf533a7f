import { closeSync, openSync } from "node:fs";
import { startProxy } from "@model-access/contract/proxy";
import type { Topic } from "../topic.js";
import { startJudgeThread } from "./judge-thread.js";
import { createTally, type Grouped, type Seen } from "./tally.js";
import { startViewServer } from "./view-server.js";

/** The deployment that is watched, and the place where findings are shown. */
export interface WatchOptions {
  /** The deployment's base URL: https, or on this machine. */
  upstream: string;
  /** The port of the proxy; default 4012, 0 for any free one. */
  port?: number;
  /** The port of the page and of `/metrics`; default 4013. */
  watchPort?: number;
  /** Default 127.0.0.1, for both ports. */
  host?: string;
  /** The share of the exchanges that is judged, from 0 to 1; all are forwarded. Default 1. */
  sample?: number;
  /** A JSON Lines file that exchanges are added to, with keys masked and texts blanked. */
  journal?: string | undefined;
  /** True to keep what people wrote and models answered in the journal. */
  keepsPrompts?: boolean;
  /** Topics whose broken rules decide; without it, as in a run. */
  failOn?: Topic[] | undefined;
  /** Told of each rule that is found broken for the first time. */
  onFinding?: (finding: Grouped) => void;
  /** Told of what went wrong with the watch itself. */
  onFault?: (message: string) => void;
}

/** A watch that is running. */
export interface Watch {
  /** The address that clients call. */
  baseURL: string;
  /** The address of the page. */
  watchURL: string;
  read(): Seen;
  /** Ends the proxy, judges what is left, and resolves to what was seen. */
  close(): Promise<Seen>;
}

/** Starts a proxy before a deployment and judges what passes. Rejects with one sentence where it can't. */
export async function startWatch(options: WatchOptions): Promise<Watch> {
  const {
    upstream,
    port = 4012,
    watchPort = 4013,
    host = "127.0.0.1",
    sample = 1,
    journal,
    keepsPrompts = false,
  } = options;
  const { failOn, onFinding = () => {}, onFault = () => {} } = options;
  if (journal !== undefined) checkJournal(journal);
  const tally = createTally();
  const thread = startJudgeThread({
    journal,
    keepsPrompts,
    failOn,
    onVerdict: (verdict) => tally.add(verdict).forEach(onFinding),
    onFault,
  });
  try {
    const view = await startViewServer({ host, port: watchPort, upstream, read: tally.read });
    const proxy = await startProxy({
      upstream,
      port,
      host,
      sample,
      onExchange: (capture) => {
        if (!thread.judge(capture)) tally.pass("backlog");
      },
      onUnkept: () => tally.pass("sample"),
    }).catch(async (error: unknown) => {
      await view.close();
      throw error;
    });
    return {
      baseURL: proxy.baseURL,
      watchURL: view.baseURL,
      read: tally.read,
      async close() {
        await proxy.close();
        await thread.close();
        await view.close();
        return tally.read();
      },
    };
  } catch (error) {
    await thread.close();
    throw error;
  }
}

function checkJournal(file: string): void {
  try {
    closeSync(openSync(file, "a"));
  } catch {
    throw new Error(`The journal can't be written to ${file}; give --journal another file.`);
  }
}
