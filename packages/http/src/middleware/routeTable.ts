import * as FindMyWay from "effect/http/FindMyWay"
import * as Context from "effect/Context"
import { Admission } from "./admission.ts"
import { AtOnce } from "./atOnce.ts"
import { documentationPaths } from "./documentation.ts"
import { InvalidRequest, KeyRequired } from "../wire/middleware.ts"
import { isReadable } from "./readKeyScope.ts"

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const

/** An endpoint, as far as the table looks at it. */
interface Endpoint {
  readonly method: string
  readonly path: string
  readonly annotations: Context.Context<never>
  readonly headers: unknown
  readonly middlewares: ReadonlySet<unknown>
}

/** The routes of an API, as far as the table looks at them. */
export interface Routes {
  readonly groups: {
    readonly [group: string]: { readonly endpoints: { readonly [endpoint: string]: Endpoint } }
  }
}

/** A route, as far as the middleware before it looks at it. */
export interface Route {
  /** As it is written: `/v1/images/:hash/:size`. */
  readonly path: string
  readonly admission: Admission
  /** True where a read key may call it. */
  readonly readable: boolean
  /**
   * True where only rules that are known here stand before its handler, so that an answer which the handler has
   * remembered is right without running it again.
   */
  readonly recallable: boolean
  /** Makes its answer from the time alone; undefined where it takes more. */
  readonly atOnce: AtOnce | undefined
}

/** Knows the routes as the router does: a path may be spelled in more than one way (`/docs/`, `/d%6Fcs`). */
export interface RouteTable {
  /** The route of a request; a HEAD has that of the GET. */
  readonly routeOf: (method: string, url: string) => Route | undefined
  /** Which methods a path has, to tell a wrong path from a wrong method. */
  readonly methodsOf: (url: string) => ReadonlyArray<string>
  /** The paths of types whose items may be corrected by hand. */
  readonly editable: ReadonlyArray<string>
}

// Addresses whose route is kept at hand, and the longest such: clients may send as many as they like.
const mostKept = 1_000
const longestKept = 500

const recallRules = new Set<unknown>([KeyRequired, InvalidRequest])

const hasKnownRules = ({ headers, method, middlewares }: Endpoint) =>
  method === "GET" && headers === undefined && [...middlewares].every((rule) => recallRules.has(rule))

const isRecallable = (endpoint: Endpoint) => endpoint.middlewares.has(KeyRequired) && hasKnownRules(endpoint)

const atOnceOf = (endpoint: Endpoint): AtOnce | undefined =>
  Context.get(endpoint.annotations, Admission) === "free" && hasKnownRules(endpoint)
    ? Context.get(endpoint.annotations, AtOnce)
    : undefined

/** The table of what these APIs serve together, of their documentation and of the page, with the router's longest path parameter. */
export const makeRouteTable = (
  apis: ReadonlyArray<Routes>,
  maxParamLength: number,
  pagePaths: ReadonlyArray<string> = [],
): RouteTable => {
  const table = FindMyWay.make<Route>({ maxParamLength })
  const editable: Array<string> = []
  const add = (method: string, { path, ...route }: Route) =>
    table.on(method, path as FindMyWay.PathInput, { path, ...route })
  for (const { groups } of apis) {
    for (const group of Object.values(groups)) {
      for (const endpoint of Object.values(group.endpoints)) {
        const { annotations, method, path } = endpoint
        if (method === "PATCH") editable.push(path.slice(0, path.lastIndexOf("/")))
        add(method, {
          path,
          admission: Context.get(annotations, Admission),
          readable: isReadable(method, path),
          recallable: isRecallable(endpoint),
          atOnce: atOnceOf(endpoint),
        })
      }
    }
  }
  const addFiles = (paths: ReadonlyArray<string>, admission: Admission) => {
    for (const path of paths) {
      add("GET", { path, admission, readable: true, recallable: false, atOnce: undefined })
    }
  }
  addFiles(documentationPaths, "open")
  addFiles(pagePaths, "free")
  const find = (method: string, url: string) => table.find(method, url)?.handler
  const keptOf = new Map(methods.map((method) => [method as string, new Map<string, Route | undefined>()]))
  const routeOf = (asked: string, url: string): Route | undefined => {
    const method = asked === "HEAD" ? "GET" : asked
    const kept = keptOf.get(method)
    if (kept === undefined || url.length > longestKept) return find(method, url)
    const known = kept.get(url)
    if (known !== undefined || kept.has(url)) return known
    const route = find(method, url)
    if (kept.size >= mostKept) kept.clear()
    kept.set(url, route)
    return route
  }
  return {
    routeOf,
    editable,
    methodsOf: (url) => methods.filter((method) => routeOf(method, url) !== undefined),
  }
}
