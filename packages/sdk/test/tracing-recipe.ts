import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Middleware } from "../src/index.js";

const tracer = trace.getTracer("model-access");

export const tracing: Middleware = ({ url, body }, next) => {
  const { model, max_tokens } = (body ?? {}) as { model?: string; max_tokens?: number };
  if (model === undefined) return next();
  const operation = /\/(completions|messages|responses)$/.test(url) ? "chat" : "generate_content";
  const attributes = {
    "gen_ai.operation.name": operation,
    "gen_ai.provider.name": "model_access",
    "gen_ai.request.model": model,
    "gen_ai.request.max_tokens": max_tokens,
    "server.address": new URL(url).hostname,
  };
  return tracer.startActiveSpan(`${operation} ${model}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const fail = (type: string) => span.setAttribute("error.type", type).setStatus({ code: SpanStatusCode.ERROR });
    try {
      const { status } = await next();
      span.setAttribute("http.response.status_code", status);
      if (status >= 400) fail(String(status));
    } catch (error) {
      fail(error instanceof Error ? error.name : "unknown");
      throw error;
    } finally {
      span.end();
    }
  });
};
