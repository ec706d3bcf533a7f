import { routes } from "./generated/routes.js";
import type { OperationId } from "./generated/version.js";

/** A method and path of the contract. */
export interface Route {
  operationId: OperationId;
  /** In capitals. */
  method: string;
  /** The path template, such as `/v1/videos/{video_id}`. */
  path: string;
}

/** The operation that matches a method and a path. */
export interface OperationMatch {
  /** Undefined if the path is unknown or allows other methods only. */
  operationId: OperationId | undefined;
  /** The path's parameters, decoded. */
  parameters: Record<string, string>;
  /** The methods that the path allows, in capitals, for `Allow`; empty if the path is unknown. */
  allowed: string[];
}

/**
 * Finds the operation of a request. `path` is the URL's path, without the query. A path without parameters takes
 * precedence over a template (OpenAPI 3.2, 4.8.2).
 *
 * @example
 * matchOperation("GET", "/v1/videos/video_1");
 * // { operationId: "retrieveVideo", parameters: { video_id: "video_1" }, allowed: ["GET"] }
 */
export function matchOperation(method: string, path: string): OperationMatch {
  const isConcrete = routes.some((route) => route.path === path);
  const found = routes.flatMap((route) => {
    const parameters = isConcrete ? (route.path === path ? {} : undefined) : readPathParameters(route.path, path);
    return parameters === undefined ? [] : [{ ...route, parameters }];
  });
  const match = found.find((route) => route.method === method.toUpperCase());
  return {
    operationId: match?.operationId,
    parameters: match?.parameters ?? {},
    allowed: found.map((route) => route.method).sort(),
  };
}

/** Returns the parameters of a path that matches a template; else undefined. An invalid escape matches none. */
function readPathParameters(template: string, path: string): Record<string, string> | undefined {
  const names = template.split("/");
  const segments = path.split("/");
  if (names.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const segment = segments[index] ?? "";
    const parameter = /^\{(.+)\}$/.exec(name)?.[1];
    if (parameter === undefined ? name !== segment : segment === "") return undefined;
    if (parameter === undefined) continue;
    try {
      parameters[parameter] = decodeURIComponent(segment);
    } catch {
      return undefined;
    }
  }
  return parameters;
}
