import type {
  JSONObject,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  SharedV4Warning,
} from "@ai-sdk/provider";
import { type CallOptions, StreamError } from "@model-access/sdk";
import { createModelCall, type ModelCall, type ModelSettings } from "./model-call.js";
import { collectContent, createPartWriter, type PartWriter } from "./part-writer.js";

/** Reads the events of one reply. An event may be any JSON: what is unknown of it is left out, and nothing throws. */
export interface ReplyReader {
  add(event: unknown): void;
  /** Returns the facts known at the end. The usage is unchanged; `metadata` are the interface's own. */
  end(): { finishReason: LanguageModelV4FinishReason; usage: unknown; metadata?: JSONObject };
}

/** An interface of the service, as a language model sees it. */
interface LanguageInterface<Body> {
  /** Its name, which follows `modelAccess.` in the model's `provider`. */
  name: string;
  path: string;
  /** The URLs that the service fetches itself, by media type. */
  supportedUrls: Record<string, RegExp[]>;
  /** Returns the request, without `stream`, and warns about settings that it can't express. */
  createBody(options: LanguageModelV4CallOptions, call: BodyContext): Promise<Body> | Body;
  /** Requests the whole reply, or its events one after another. Throws if the service refuses. */
  request(body: Body & { stream: boolean }, options: CallOptions): Promise<{ data: unknown; response?: Response }>;
  /** Returns the events equivalent to a whole reply. */
  listEvents(reply: unknown): unknown[];
  /** Reads the reply to a request. */
  createReader(writer: PartWriter): ReplyReader;
}

/** The context that a request is made in. */
export interface BodyContext {
  modelId: string;
  warnings: SharedV4Warning[];
  /** The options of the SDK's call, for requests that must come first. */
  options: CallOptions;
}

/** Creates a language model for an interface. */
export function createLanguageModel<Body extends object>(
  modelId: string,
  api: LanguageInterface<Body>,
  settings: ModelSettings,
): LanguageModelV4 {
  /** Makes the request and returns the result of `ask`. Throws the error of `ai`. */
  async function begin<Result>(
    options: LanguageModelV4CallOptions,
    ask: (body: Body, call: ModelCall, warnings: SharedV4Warning[]) => Promise<Result>,
  ): Promise<{ call: ModelCall; body: Body; warnings: SharedV4Warning[]; result: Result }> {
    const call = createModelCall({ ...options, settings, modelId, path: api.path });
    const warnings: SharedV4Warning[] = [];
    let body: Body | undefined;
    try {
      body = await api.createBody(options, { modelId, warnings, options: call.options });
      return { call, body, warnings, result: await ask(body, call, warnings) };
    } catch (error) {
      throw call.createError(error, body);
    }
  }

  return {
    specificationVersion: "v4",
    provider: `modelAccess.${api.name}`,
    modelId,
    supportedUrls: api.supportedUrls,

    async doGenerate(options) {
      const parts: LanguageModelV4StreamPart[] = [];
      const writer = createPartWriter((part) => parts.push(part));
      const reader = api.createReader(writer);
      const { call, body, warnings, result } = await begin(options, async (body, call, warnings) => {
        const answer = await api.request({ ...body, stream: false }, call.options);
        for (const event of api.listEvents(answer.data)) reader.add(event);
        const finish = finishReply(reader, writer, call, () => {
          // The rest of the reply is paid for.
          if (!parts.some(({ type }) => type.endsWith("-delta"))) throw createNamelessCallError();
          warnings.push({ type: "other", message: "A tool call without a name is left out." });
        });
        return { answer, finish };
      });
      const { answer, finish } = result;
      const metadata = parts.find((part) => part.type === "response-metadata");
      const content = collectContent(parts);
      return {
        ...finish,
        content,
        ...(options.responseFormat?.type === "json" ? readCodeBlock(content) : {}),
        warnings,
        request: { url: call.url, body },
        response: {
          ...(metadata && { id: metadata.id, timestamp: metadata.timestamp, modelId: metadata.modelId }),
          ...readHeaders(answer),
          body: answer.data,
        },
      } as Awaited<ReturnType<LanguageModelV4["doGenerate"]>>; // a part has no member that is undefined
    },

    async doStream(options) {
      const { call, body, warnings, result } = await begin(options, (body, call) =>
        api.request({ ...body, stream: true }, call.options),
      );
      const events = (result.data as AsyncIterable<unknown>)[Symbol.asyncIterator](); // as requested
      let queue: LanguageModelV4StreamPart[] = [{ type: "stream-start", warnings }];
      let isOpen = true;
      const writer = createPartWriter((part) => queue.push(part));
      const reader = api.createReader(writer);

      async function read(): Promise<void> {
        const { done, value } = await events.next();
        if (!done) {
          if (options.includeRawChunks) queue.push({ type: "raw", rawValue: value });
          return reader.add(value);
        }
        isOpen = false;
        const end = finishReply(reader, writer, call, () => {
          throw createNamelessCallError();
        });
        queue.push({ type: "finish", ...end });
      }

      return {
        request: { url: call.url, body },
        response: readHeaders(result),
        stream: new ReadableStream<LanguageModelV4StreamPart>(
          {
            async pull(controller) {
              try {
                while (isOpen && queue.length === 0) await read();
              } catch (failure) {
                isOpen = false;
                void events.return?.().catch(() => {});
                const error = call.createError(failure, body);
                if (options.abortSignal?.aborted) return controller.error(error);
                // A broken reply has no `finish` part.
                queue.push({ type: "error", error });
              }
              for (const part of queue) controller.enqueue(part);
              queue = [];
              if (!isOpen) controller.close();
            },
            async cancel() {
              await events.return?.();
            },
          },
          { highWaterMark: 0 },
        ),
      };
    },
  };
}

/** Ends a reply. `onNameless` is called before any tool call is written, if one has no name, so that no tool can run. */
function finishReply(reader: ReplyReader, writer: PartWriter, call: ModelCall, onNameless: () => void) {
  const { finishReason, usage, metadata } = reader.end();
  const names = writer.listCalls();
  if (names.includes("")) onNameless();
  writer.end();
  const isCall = names.length > 0 && finishReason.unified === "stop";
  return {
    finishReason: isCall ? { ...finishReason, unified: "tool-calls" as const } : finishReason,
    usage: call.usage(usage),
    providerMetadata: call.metadata({ model: writer.model(), ...metadata }),
  };
}

function createNamelessCallError(): StreamError {
  return new StreamError("The reply calls a tool without a name; make the call again", { partial: undefined });
}

function readHeaders({ response }: { response?: Response }): { headers?: Record<string, string> } {
  return response === undefined ? {} : { headers: Object.fromEntries(response.headers) };
}

/** Returns the finish reason of `ai` for a reason of the service. */
export function readFinishReason(
  raw: string | undefined,
  known: Record<string, LanguageModelV4FinishReason["unified"]>,
  { isRefusal } = { isRefusal: false },
): LanguageModelV4FinishReason {
  const unified = raw !== undefined && Object.hasOwn(known, raw) ? known[raw] : undefined;
  return { unified: isRefusal ? "content-filter" : (unified ?? "other"), raw };
}

/** Returns the JSON of the code block that models without structured output often put around it. */
function readCodeBlock(content: LanguageModelV4Content[]): { structuredOutputText?: string } {
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("");
  const lines = text.split("\n");
  const start = lines.findIndex((line) => /```(json)?$/.test(line.trimEnd())) + 1;
  const end = lines.findIndex((line, index) => index > start && line.trimStart().startsWith("```"));
  return start === 0 || end === -1 ? {} : { structuredOutputText: lines.slice(start, end).join("\n") };
}
