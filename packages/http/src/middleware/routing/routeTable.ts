import * as Context from "effect/Context"
import { Admission } from "../admission.ts"
import { documentationPaths } from "../documentation.ts"
import { type Found, Paths } from "./paths.ts"
import { isReadable } from "../access/readKeyScope.ts"

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const

/** An endpoint, as far as the table looks at it. */
interface Endpoint {
  readonly method: string
  readonly path: string
  readonly annotations: Context.Context<never>
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
  /** True if a read key may call it. */
  readonly readable: boolean
}

/** Finds routes by paths as they were sent, which `parseTarget` has accepted. It matches as the router does, by `Paths`. */
export interface RouteTable {
  /** The route of a request and the values of its parameters; a HEAD has the route of the GET. */
  readonly find: (method: string, path: string) => Found<Route> | undefined
  /** Only the route. */
  readonly routeOf: (method: string, path: string) => Route | undefined
  /** The methods of a path, to report a wrong path from a wrong method. */
  readonly methodsOf: (path: string) => ReadonlyArray<string>
  /** The paths of types whose items can be corrected. */
  readonly editable: ReadonlyArray<string>
}

/** The table of what these APIs serve together, of their documentation and of the page. */
export const makeRouteTable = (
  apis: ReadonlyArray<Routes>,
  pagePaths: ReadonlyArray<string> = [],
): RouteTable => {
  const table = new Paths<Route>()
  const editable: Array<string> = []
  const add = (method: string, route: Route) => table.add(method, route.path, route)
  for (const { groups } of apis) {
    for (const group of Object.values(groups)) {
      for (const endpoint of Object.values(group.endpoints)) {
        const { annotations, method, path } = endpoint
        if (method === "PATCH") editable.push(path.slice(0, path.lastIndexOf("/")))
        add(method, {
          path,
          admission: Context.get(annotations, Admission),
          readable: isReadable(method, path),
        })
      }
    }
  }
  const addFiles = (paths: ReadonlyArray<string>, admission: Admission) => {
    for (const path of paths) {
      add("GET", { path, admission, readable: true })
    }
  }
  addFiles(documentationPaths, "open")
  addFiles(pagePaths, "free")
  const routeOf = (method: string, path: string) => table.find(method, path)?.value
  return {
    find: (method, path) => table.find(method, path),
    routeOf,
    editable,
    methodsOf: (path) => methods.filter((method) => routeOf(method, path) !== undefined),
  }
}
