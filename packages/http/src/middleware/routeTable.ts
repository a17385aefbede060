import * as FindMyWay from "effect/http/FindMyWay"
import { documentationPaths } from "./documentation.ts"

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const

/** The routes of an API, as far as the table looks at them. */
interface Routes {
  readonly groups: {
    readonly [group: string]: {
      readonly endpoints: { readonly [endpoint: string]: { readonly method: string; readonly path: string } }
    }
  }
}

/** Knows the routes as the router does: a path may be spelled in more than one way (`/docs/`, `/d%6Fcs`). */
export interface RouteTable {
  /** Which methods a path has, to tell a wrong path from a wrong method. */
  readonly methodsOf: (url: string) => ReadonlyArray<string>
  /** The path of a GET as its route is written, "" where there is none. */
  readonly readPathOf: (url: string) => string
  /** The path of a request as its route is written, "" where there is none. */
  readonly routeOf: (request: { readonly method: string; readonly url: string }) => string
}

/** The table of what these APIs serve together, and of their documentation, with the router's longest path parameter. */
export const makeRouteTable = (apis: ReadonlyArray<Routes>, maxParamLength: number): RouteTable => {
  const table = FindMyWay.make<string>({ maxParamLength })
  const add = (method: string, path: string) => table.on(method, path as FindMyWay.PathInput, path)
  for (const { groups } of apis) {
    for (const group of Object.values(groups)) {
      for (const endpoint of Object.values(group.endpoints)) add(endpoint.method, endpoint.path)
    }
  }
  for (const path of documentationPaths) add("GET", path)
  // A request is looked up more than once, one time right after the other: the last answer is kept.
  let last = { method: "", url: "", path: "" as string | undefined }
  const find = (method: string, url: string) => {
    if (last.url !== url || last.method !== method)
      last = { method, url, path: table.find(method, url)?.handler }
    return last.path
  }
  return {
    methodsOf: (url) =>
      methods.filter(
        (method) => find(method, url) !== undefined || (method === "HEAD" && find("GET", url) !== undefined),
      ),
    readPathOf: (url) => find("GET", url) ?? "",
    routeOf: ({ method, url }) => find(method === "HEAD" ? "GET" : method, url) ?? "",
  }
}
