import type { ComponentType } from "preact"
import { useEffect, useState } from "preact/hooks"
import { addressOf, base } from "./data/address.ts"
import { signal, useSignal } from "./data/signal.ts"

/** Values of a URL: the named ones of its path, and its query. */
export interface Address {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
}

/** A view, and the paths that show it: `/listening/artists/:id`. Its code is loaded when it is first shown. */
export interface Route {
  readonly path: string
  readonly load: () => Promise<{ readonly default: ComponentType<Address> }>
}

/** The path below the page's own, and the query: `/years/2025?x=1`. */
const here = (): string => {
  const { pathname, search } = window.location
  return `/${pathname.startsWith(base) ? pathname.slice(base.length) : ""}${search}`
}

export const place = signal(here())

// Where each address was scrolled to, so that going back shows the same lines.
const scrolls = new Map<string, number>()
let key = String(Date.now())

const arrive = (scrollTo: number) => {
  place.set(here())
  // Views that are remembered are drawn at once, others find their place when they are.
  requestAnimationFrame(() => window.scrollTo(0, scrollTo))
}

/** Goes to a view of the page: `/listening?period=1month`. With `replace` it takes the place of this one in the history. */
export const navigate = (to: string, { replace = false } = {}): void => {
  if (to === here()) return
  scrolls.set(key, window.scrollY)
  if (!replace) key = `${Date.now()} ${to}`
  window.history[replace ? "replaceState" : "pushState"]({ key }, "", addressOf(to))
  if (replace) place.set(here())
  else arrive(0)
}

/** Links of the page change the view; all others, and those that open elsewhere, are the browser's. */
const onClick = (event: MouseEvent) => {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null
  const href = link?.getAttribute("href")
  if (link === null || href == null || link.hasAttribute("target") || link.hasAttribute("download")) return
  const to = new URL(href, document.baseURI)
  if (to.origin !== window.location.origin || !to.pathname.startsWith(base) || to.hash !== "") return
  const path = `/${to.pathname.slice(base.length)}`
  if (/^\/(v1|docs|apis|link|mcp)(\/|$)/.test(path)) return
  event.preventDefault()
  navigate(path + to.search)
}

/** Follows links and the browser's history. */
export const startRouter = (): void => {
  window.history.scrollRestoration = "manual"
  window.history.replaceState({ key }, "")
  document.addEventListener("click", onClick)
  window.addEventListener("popstate", ({ state }) => {
    scrolls.set(key, window.scrollY)
    key = String((state as { readonly key?: string } | null)?.key ?? "")
    arrive(scrolls.get(key) ?? 0)
  })
}

const matchOf = (pattern: string, path: string): Readonly<Record<string, string>> | undefined => {
  const wanted = pattern.split("/")
  const parts = path.replace(/(.)\/$/, "$1").split("/")
  if (wanted.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const given = parts[at] ?? ""
    if (part.startsWith(":")) {
      if (given === "") return undefined
      try {
        params[part.slice(1)] = decodeURIComponent(given)
      } catch {
        return undefined
      }
    } else if (part !== given) return undefined
  }
  return params
}

/** The route of an address; undefined if no view has it. */
export const routeOf = (
  routes: ReadonlyArray<Route>,
  address: string,
): { readonly route: Route; readonly address: Address } | undefined => {
  const [path = "/", search = ""] = address.split("?")
  for (const route of routes) {
    const params = matchOf(route.path, path)
    if (params !== undefined) return { route, address: { params, query: new URLSearchParams(search) } }
  }
  return undefined
}

const loaded = new Map<Route, ComponentType<Address>>()

/** The component of a route: undefined while its code loads, "failed" if it did not. */
export const useView = (route: Route | undefined): ComponentType<Address> | "failed" | undefined => {
  const [failed, setFailed] = useState<Route>()
  const [, again] = useState({})
  useEffect(() => {
    if (route === undefined || loaded.has(route)) return
    route.load().then(
      (module) => {
        loaded.set(route, module.default)
        again({})
      },
      () => setFailed(route),
    )
  }, [route])
  if (route === undefined) return undefined
  return loaded.get(route) ?? (failed === route ? "failed" : undefined)
}

/** The address that is shown. */
export const usePlace = (): string => useSignal(place)

/** The address with other values in its query; "" takes one out. */
export const withQuery = (address: string, values: Readonly<Record<string, string>>): string => {
  const [path = "/", search = ""] = address.split("?")
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(values)) {
    if (value === "") query.delete(name)
    else query.set(name, value)
  }
  const text = query.toString()
  return text === "" ? path : `${path}?${text}`
}
