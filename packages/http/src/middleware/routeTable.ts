import * as FindMyWay from "effect/http/FindMyWay"
import * as Context from "effect/Context"
import { Admission } from "./admission.ts"
import { documentationPaths } from "./documentation.ts"

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const

/** The routes of an API, as far as the table looks at them. */
interface Routes {
  readonly groups: {
    readonly [group: string]: {
      readonly endpoints: {
        readonly [endpoint: string]: {
          readonly method: string
          readonly path: string
          readonly annotations: Context.Context<never>
        }
      }
    }
  }
}

/** Knows the routes as the router does: a path may be spelled in more than one way (`/docs/`, `/d%6Fcs`). */
export interface RouteTable {
  /** Which methods a path has, to tell a wrong path from a wrong method. */
  readonly methodsOf: (url: string) => ReadonlyArray<string>
  /** The admission of a GET of a path; `key` where no route has it. */
  readonly readAdmissionOf: (url: string) => Admission
  /** The admission of a request; `key` where no route has it. */
  readonly admissionOf: (request: { readonly method: string; readonly url: string }) => Admission
  /** The path of a request as its route is written, "" where there is none. */
  readonly routeOf: (request: { readonly method: string; readonly url: string }) => string
}

/** The table of what these APIs serve together, and of their documentation, with the router's longest path parameter. */
export const makeRouteTable = (apis: ReadonlyArray<Routes>, maxParamLength: number): RouteTable => {
  const table = FindMyWay.make<{ readonly path: string; readonly admission: Admission }>({ maxParamLength })
  const add = (method: string, path: string, admission: Admission) =>
    table.on(method, path as FindMyWay.PathInput, { path, admission })
  for (const { groups } of apis) {
    for (const group of Object.values(groups)) {
      for (const { annotations, method, path } of Object.values(group.endpoints))
        add(method, path, Context.get(annotations, Admission))
    }
  }
  for (const path of documentationPaths) add("GET", path, "open")
  // A request is looked up more than once, one time right after the other: the last answer is kept.
  let last = { method: "", url: "", route: table.find("GET", "") }
  const find = (method: string, url: string) => {
    if (last.url !== url || last.method !== method) last = { method, url, route: table.find(method, url) }
    return last.route?.handler
  }
  return {
    methodsOf: (url) =>
      methods.filter(
        (method) => find(method, url) !== undefined || (method === "HEAD" && find("GET", url) !== undefined),
      ),
    readAdmissionOf: (url) => find("GET", url)?.admission ?? "key",
    admissionOf: ({ method, url }) => find(method, url)?.admission ?? "key",
    routeOf: ({ method, url }) => find(method === "HEAD" ? "GET" : method, url)?.path ?? "",
  }
}
