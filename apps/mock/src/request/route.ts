import { type Operation, operations } from "@model-access/contract";
import { Refusal } from "../refusal.js";
import { createRouter } from "./router.js";

/** The operation that a request is for, and what its path says. */
export interface Route {
  operation: Operation;
  /** Path parameters, decoded. */
  path: Record<string, string>;
}

const router = createRouter(Object.values(operations));

/** The methods that a path answers, as `Allow` lists them; undefined for an unknown path. */
export function allowedMethods(path: string): string | undefined {
  const methods = router.methodsOf(path);
  if (methods === undefined) return undefined;
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}

/** Finds the operation of a request; refuses an unknown path with 404 and another method with 405. HEAD is as GET. */
export function routeOf(method: string, path: string): Route {
  const found = router.find(method === "HEAD" ? "GET" : method, path);
  if (found !== undefined) return { operation: found.row, path: found.path };
  const methods = router.methodsOf(path);
  if (methods === undefined)
    throw new Refusal("not_found", `The API has no ${method} ${shown(path)}; ${adviceOn(path)}`);
  throw new Refusal("method_not_allowed", `This path answers ${methods.join(" and ")} only.`, {
    allow: allowedMethods(path) ?? "",
  });
}

const longestShown = 80;

/** The path as a message names it; ids in it may be long. */
const shown = (path: string) => (path.length > longestShown ? `${path.slice(0, longestShown)}…` : path);

/** Clients differ in whether their base URL ends in /v1 or a slash; with the wrong one they ask for it twice or not at all. */
function adviceOn(path: string): string {
  const single = path.replaceAll(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
  const meant = [`/v1${single}`, single.replace(/^\/v1/, ""), single].find(
    (other) => router.methodsOf(other) !== undefined,
  );
  return meant === undefined ? "the reference is at /docs." : `there is ${meant}, so look at the base URL.`;
}
