import type {
  JSONObject,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4FunctionTool,
  LanguageModelV4StreamPart,
  SharedV4Warning,
} from "@ai-sdk/provider";
import { type CallOptions, StreamError } from "@model-access/sdk";
import { createModelCall, type ModelCall, type ModelSettings } from "./model-call.js";
import { createPartWriter, type PartWriter } from "./part-writer.js";
import { createSettings, readOwnOptions, type SettingNames, selectFunctions } from "./prompt-parts.js";

/** Reads the events of one reply. An event may be any JSON: what is unknown of it is left out, and nothing throws. */
export interface ReplyReader {
  add(event: unknown): void;
  /** Returns the facts known at the end. The usage is unchanged; `metadata` are the interface's own. */
  end(): { finishReason: LanguageModelV4FinishReason; usage: unknown; metadata?: JSONObject };
}

/** An interface of the service, as a language model sees it. */
interface LanguageInterface<Body> extends SettingNames {
  /** Its name, which follows `modelAccess.` in the model's `provider`. */
  name: string;
  path: string;
  /** The URLs that the service fetches itself, by media type. */
  supportedUrls: Record<string, RegExp[]>;
  /** Returns the request without its settings and the caller's own members, and warns about what it can't express. */
  createBody(options: LanguageModelV4CallOptions, call: BodyContext): Promise<object> | object;
  /** Requests the whole reply, or its events one after another. Throws if the service refuses. */
  request(body: Body & { stream: boolean }, options: CallOptions): Promise<{ data: unknown; response?: Response }>;
  /** Returns the events equivalent to a whole reply. */
  listEvents(reply: unknown): unknown[];
  /** Reads the reply to a request. */
  createReader(writer: PartWriter): ReplyReader;
}

/** The context that a request is made in. */
export interface BodyContext {
  /** The members that the caller adds to the request, and the parameters of a bot. */
  own: JSONObject;
  parameters: unknown;
  /** The functions among the tools, if there are any. */
  tools: LanguageModelV4FunctionTool[] | undefined;
  warnings: SharedV4Warning[];
  warn(feature: string, details: string): void;
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
      const { parameters, ...own } = readOwnOptions(options);
      const known = createSettings(options, warnings, api);
      const tools = selectFunctions(options, warnings);
      const warn = (feature: string, details: string) => warnings.push({ type: "unsupported", feature, details });
      const context = { own, parameters, tools, warnings, warn, options: call.options };
      // JSON leaves out what is undefined, and the caller's own members are the service's to judge.
      body = { ...known, ...(await api.createBody(options, context)), ...own } as unknown as Body;
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
      const writer = createPartWriter(() => {});
      const reader = api.createReader(writer);
      const { call, body, warnings, result } = await begin(options, async (body, call, warnings) => {
        const answer = await api.request({ ...body, stream: false }, call.options);
        for (const event of api.listEvents(answer.data)) reader.add(event);
        return { answer, finish: finishReply(reader, writer, call, warnings) };
      });
      const { answer, finish } = result;
      const { content, metadata } = writer;
      return {
        ...finish,
        content,
        ...(options.responseFormat?.type === "json" ? readCodeBlock(content) : {}),
        warnings,
        request: { url: call.url, body },
        response: { ...metadata, ...readHeaders(answer), body: answer.data },
      };
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
        queue.push({ type: "finish", ...finishReply(reader, writer, call) });
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

/**
 * Ends a reply. Throws for a tool call without a name before any call is written, so that no tool can run; of a whole
 * reply that has more, which is paid for, it is left out with a warning.
 */
function finishReply(reader: ReplyReader, writer: PartWriter, call: ModelCall, warnings?: SharedV4Warning[]) {
  const { finishReason, usage, metadata } = reader.end();
  const names = writer.listCalls();
  if (names.includes("")) {
    const isEmpty = names.join("") === "" && writer.content.every((part) => "text" in part && !part.text);
    if (warnings === undefined || isEmpty) {
      throw new StreamError("The reply calls a tool without a name; make the call again", { partial: undefined });
    }
    warnings.push({ type: "other", message: "A tool call without a name is left out." });
  }
  writer.end();
  const isCall = names.length > 0 && finishReason.unified === "stop";
  return {
    finishReason: isCall ? { ...finishReason, unified: "tool-calls" as const } : finishReason,
    usage: call.usage(usage),
    providerMetadata: call.metadata({ model: writer.metadata.modelId, ...metadata }),
  };
}

function readHeaders({ response }: { response?: Response }): { headers?: Record<string, string> } {
  return response === undefined ? {} : { headers: Object.fromEntries(response.headers) };
}

/** Returns the finish reason of `ai` for a reason of the service. */
export function readFinishReason(
  raw: string | undefined,
  known: Record<string, LanguageModelV4FinishReason["unified"]>,
  { isRefusal = false } = {},
): LanguageModelV4FinishReason {
  const unified = Object.hasOwn(known, raw ?? "") ? known[raw as string] : undefined;
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
