import { context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import type { CallEnd } from "../call/call-end.js";
import { checkNames } from "../options/check-options.js";
import type { AttemptRequest, Middleware } from "../transport/middleware.js";
import { version } from "../version.js";
import { endAttributes, readErrorType, readInference, requestAttributes } from "./attributes.js";

/** Options for making spans. */
export interface TracingOptions {
  /** Makes the spans; by default a tracer of the global provider, named after this package. */
  tracer?: Tracer | undefined;
  /** The `gen_ai.provider.name` of the spans; `model_access` by default. */
  providerName?: string | undefined;
}

interface TracedCall {
  span: Span;
  /** The failure of the latest attempt. */
  failure: string | undefined;
}

/**
 * Makes a middleware that traces every call of a model by the GenAI semantic conventions: one span, from the first
 * attempt to the last byte of the reply, with the tokens that were used and an event for every retry. Attempts run
 * inside the span, so that the spans of HTTP instrumentation become its children. Calls that ask no model have none:
 * what is to say of them is in those. No key, no prompt and no generated text is in a span.
 *
 * @example
 * const client = new ModelAccess({ middleware: [createTracing()] });
 */
export function createTracing(options: TracingOptions = {}): Middleware {
  checkNames("createTracing", options, ["tracer", "providerName"]);
  const { tracer = trace.getTracer("@model-access/sdk", version), providerName = "model_access" } = options;
  // By the signal, of which each call has its own.
  const calls = new WeakMap<object, TracedCall>();

  function startCall(request: AttemptRequest): TracedCall | undefined {
    const inference = readInference(request);
    if (inference === undefined) return undefined;
    const { name, model } = inference;
    const span = tracer.startSpan(spanName(name, model), {
      kind: SpanKind.CLIENT,
      attributes: { "gen_ai.provider.name": providerName, ...requestAttributes(request, inference) },
    });
    const call: TracedCall = { span, failure: undefined };
    calls.set(request.signal ?? request, call);
    request.onCallEnd((end) => {
      // A form tells its model only to the call.
      if (model === undefined && end.model !== undefined) span.updateName(spanName(name, end.model));
      endSpan(span, end);
    });
    return call;
  }

  return async (request, next) => {
    const earlier = calls.get(request.signal ?? request);
    if (earlier !== undefined) addRetry(earlier, request.attempt);
    const call = earlier ?? startCall(request);
    if (call === undefined) {
      await next();
      return;
    }
    try {
      const { status } = await context.with(trace.setSpan(context.active(), call.span), next);
      call.failure = status >= 400 ? String(status) : undefined;
    } catch (error) {
      call.failure = readErrorType(error);
      throw error;
    }
  };
}

function spanName(name: string, model: string | undefined): string {
  return model === undefined ? name : `${name} ${model}`;
}

function addRetry({ span, failure }: TracedCall, attempt: number): void {
  span.addEvent("model_access.retry", {
    "http.request.resend_count": attempt - 1,
    ...(failure === undefined ? {} : { "error.type": failure }),
  });
}

function endSpan(span: Span, end: CallEnd): void {
  span.setAttributes(endAttributes(end));
  // Without a description: a service may repeat the prompt in what it says of an error.
  if (end.outcome === "failed" || end.outcome === "truncated") span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
