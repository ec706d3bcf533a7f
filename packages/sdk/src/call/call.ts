import type { Client } from "../client.js";
import { createDeadlines, type Deadlines } from "../deadlines/deadlines.js";
import { bodyFormatError } from "../errors/call-error.js";
import { abortError, describeCause } from "../errors/connection-failure.js";
import {
  AbortError,
  ConnectionError,
  ModelAccessError,
  OptionError,
  type Processed,
  TimeoutError,
} from "../errors/model-access-error.js";
import { readRefusal } from "../errors/read-refusal.js";
import { type CallOptions, type CallSettings, resolveCallOptions } from "../options/call-options.js";
import { textIn } from "../stream/json-fields.js";
import type { RequestCarrier } from "../transport/attempt.js";
import { createRedactor, type Redactor } from "../transport/redact.js";
import { isMediaType, readMediaType, readStart } from "./answer.js";
import type { CallEnd, CallEndListener } from "./call-end.js";

interface CallArguments {
  client: Client;
  options: CallOptions;
  /** The media type that the call asks for and can read; absent for the raw client, whose caller reads the body. */
  accept?: string;
  /** The model or bot that is asked. */
  model?: unknown;
  /** The options that the method takes beside those of every call. */
  ownOptions?: readonly string[] | undefined;
}

export type CallInit = {
  parseAs: "stream";
  /** For middleware of openapi-fetch that waits. */
  signal: AbortSignal;
  call: Call;
  headers: Record<string, string | null | undefined>;
};

/** The end of a call, as its reader knows it. */
export interface Ending {
  /** The outcome; the error's own by default. */
  outcome?: CallEnd["outcome"] | undefined;
  error?: unknown;
  /** Finds the usage in the answer; called only if somebody listens. */
  usage?: () => CallEnd["usage"];
}

/** One call: its signal and deadlines, its attempts, its latest answer, its end. */
export class Call {
  declare readonly client: Client;
  declare readonly accept: string | undefined;
  /** Says if the service may have processed the attempts so far. */
  mayHaveBeenProcessed: Processed = "no";
  attempts = 0;
  /** The request that is sent; absent until openapi-fetch has made it. */
  request: RequestCarrier | undefined;
  /** The latest answer; absent while an attempt has none. */
  answer: Response | undefined;
  declare deadlines: Deadlines;
  readonly #controller = new AbortController();
  /** The signal of this call alone, which follows those of the caller. */
  readonly signal = this.#controller.signal;
  readonly #given: CallArguments;
  readonly #startMs: number;
  /** Every key that an attempt was sent with. */
  readonly #keys: string[] = [];
  #redactor: Redactor | undefined;
  #unfollow: (() => void) | undefined;
  readonly #whenAborted: (() => void)[] = [];
  #listeners: CallEndListener[] = [];
  #firstContentMs: number | undefined;
  #settings: CallSettings | undefined;
  #ending: Ending | undefined;

  constructor(given: CallArguments) {
    const { client, accept } = given;
    this.client = client;
    this.accept = accept;
    this.#given = given;
    this.#startMs = client.clock.now();
  }

  /** Follows the signals and starts the deadlines. Throws an `OptionError` for an option that is wrong. */
  begin(): void {
    const { client, options, ownOptions } = this.#given;
    if (client.onCallEnd) this.onEnd(client.onCallEnd);
    const settings = resolveCallOptions(client, options, ownOptions);
    this.#settings = settings;
    this.#unfollow = client.followSignals((reason) => this.abort(reason), client.signal, settings.signal);
    this.deadlines = createDeadlines(this);
    if (settings.onCallEnd) this.onEnd(settings.onCallEnd);
  }

  /** Makes the call by a method of openapi-fetch. Throws a typed error for all but a success in its media type. */
  async open(request: (init: CallInit) => Promise<{ response: Response }>): Promise<this> {
    const { accept } = this;
    try {
      this.begin();
      const { headers } = this.settings();
      const { signal } = this;
      const { response } = await request({ parseAs: "stream", call: this, signal, headers: { ...headers, accept } });
      this.acceptAnswer(response);
      if (!response.ok) throw await readRefusal(this);
      if (accept !== undefined && !isMediaType(response, accept)) {
        // It may be a proxy's.
        this.mayHaveBeenProcessed = "maybe";
        const text = await readStart(this);
        if (signal.aborted) throw abortError(this);
        throw bodyFormatError(this, { what: `with ${readMediaType(response)} where ${accept} was asked for`, text });
      }
      return this;
    } catch (error) {
      this.fail(error);
      // Any other error is the caller's: a body that is not JSON, a key function or middleware that failed.
      throw error;
    }
  }

  /** Accepts the answer that openapi-fetch gives, which a middleware of it may have put in place of ours. */
  acceptAnswer(response: Response): void {
    if (response !== this.answer) this.deadlines.enter("firstContent");
    this.answer = response;
    if (response.ok && (response.bodyUsed || response.body?.locked)) {
      const message = "The answer was already read; let fetch and middleware read a clone().";
      throw new OptionError("fetch", message, this.details);
    }
  }

  /** Ends the call with an error, and logs it. */
  fail(error: unknown): void {
    this.end({ error });
    // An abort is no failure, but what the caller wanted.
    if (!(error instanceof ModelAccessError) || error instanceof AbortError) return;
    const { requestId, mayHaveBeenProcessed } = error;
    this.client.log.error?.(error.message, { requestId, mayHaveBeenProcessed }, this.redactor);
  }

  /** Returns the settings of a call that has started. They may hold the key, so no printer of objects may find them. */
  settings(): CallSettings {
    return this.#settings as CallSettings;
  }

  /** The answer behind a result, a stream or a refusal; none of these exists without one. */
  get response(): Response {
    return this.answer as Response;
  }

  /** The body of that answer, for whoever reads it; an empty one where the answer has none. */
  get body(): ReadableStream<Uint8Array> {
    return this.response.body ?? new Blob().stream();
  }

  /** Method and path, such as `POST /v1/chat/completions`. The query may hold private data, so it is left out. */
  get operation(): string {
    if (this.request === undefined) return "The call";
    const { method, url } = this.request;
    return `${method} ${url.slice(this.client.root.length).split("?")[0]}`;
  }

  get requestId(): string | undefined {
    const id = this.answer?.headers.get("x-request-id");
    // A service could repeat the key there.
    return id == null ? undefined : this.redactor.text(id);
  }

  /** Removes the keys of this call from a text that may be printed. */
  get redactor(): Redactor {
    this.#redactor ??= createRedactor(() => [...this.#keys, ...this.client.keyring.known()]);
    return this.#redactor;
  }

  addKey(key: string): void {
    if (!this.#keys.includes(key)) this.#keys.push(key);
  }

  /** Returns the details that every error has about the call it ended. */
  get details(): Pick<CallEnd, "status" | "requestId" | "mayHaveBeenProcessed"> {
    return {
      status: this.answer?.status,
      requestId: this.requestId,
      mayHaveBeenProcessed: this.mayHaveBeenProcessed,
    };
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason);
    for (const run of this.#whenAborted) run();
  }

  /** Calls `run` when the call is aborted, or at once. A listener of the signal would cost more than the call. */
  onAbort(run: () => void): void {
    if (this.signal.aborted) run();
    else this.#whenAborted.push(run);
  }

  /** Returns the promise's value, or throws the error of an abort that comes first. */
  orAborted<Value>(promise: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.onAbort(() => reject(abortError(this)));
      promise.then(resolve, reject);
    });
  }

  noteContent(): void {
    this.#firstContentMs ??= this.client.clock.now() - this.#startMs;
    this.deadlines?.enter("betweenContents");
  }

  /** Calls the listener when the call ends, or at once if it has. */
  onEnd(listener: CallEndListener): void {
    this.#listeners.push(listener);
    if (this.#ending !== undefined) this.#report(this.#ending);
  }

  stop(): void {
    this.deadlines?.end();
    this.#unfollow?.();
  }

  /** The call is over, and whoever listens is told. Only the first time counts. */
  end(ending: Ending): void {
    if (this.#ending !== undefined) return;
    this.#ending = ending;
    this.stop();
    if (this.#listeners.length > 0) this.#report(ending);
  }

  #report({ error, outcome = this.#judgeOutcome(error), usage }: Ending): void {
    const { model } = this.#given;
    const { operation, attempts, details } = this;
    if (error instanceof ModelAccessError) details.mayHaveBeenProcessed = error.mayHaveBeenProcessed;
    const end: CallEnd = {
      ...details,
      operation,
      model: textIn(model),
      outcome,
      error,
      usage: usage?.(),
      points: undefined,
      attempts,
      durationMs: this.client.clock.now() - this.#startMs,
      firstContentMs: this.#firstContentMs,
    };
    // Middleware knows the prices, if anybody does, so it comes before the listeners of client and call.
    const callers = [this.client.onCallEnd, this.#settings?.onCallEnd];
    const listeners = this.#listeners.reverse();
    this.#listeners = [];
    for (const listener of listeners) {
      try {
        const points = listener(end);
        // A caller's function may return any number, such as what push does.
        if (typeof points === "number" && !callers.includes(listener)) end.points = points;
        // A listener may be async.
        else (points as Promise<unknown> | undefined)?.catch?.((cause) => this.#logListener(cause));
      } catch (cause) {
        this.#logListener(cause);
      }
    }
  }

  #logListener(cause: unknown): void {
    this.client.log.error?.(`onCallEnd of ${this.operation} failed: ${describeCause(cause)}`, {}, this.redactor);
  }

  #judgeOutcome(error: unknown): CallEnd["outcome"] {
    if (error === undefined) return this.answer?.ok ? "complete" : "failed";
    if (error instanceof AbortError) return "cancelled";
    const isLost = error instanceof ConnectionError || error instanceof TimeoutError;
    return isLost && this.answer?.ok ? "truncated" : "failed";
  }
}
