import type { ComponentType } from "preact"
import { useEffect, useState } from "preact/hooks"
import { addressOf, base } from "./data/address.ts"
import { announce } from "./data/announce.ts"
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

/** Where a view was left: its scroll position, and the followed link. */
interface Left {
  readonly scroll: number
  /** The link's address, and its place among those with the same. */
  readonly link: readonly [href: string, at: number] | undefined
}

// So that going back shows the same lines, and returns to the same link.
const left = new Map<string, Left>()
let key = String(Date.now())

const linksTo = (href: string) =>
  [...document.querySelectorAll("main a[href]")].filter((link) => link.getAttribute("href") === href)

const leave = (link: Element | null = document.activeElement) => {
  const href = link?.closest("main") === null ? undefined : link?.getAttribute("href")
  const at = href == null || link === null ? -1 : linksTo(href).indexOf(link)
  left.set(key, { scroll: window.scrollY, link: href == null || at < 0 ? undefined : [href, at] })
}

/** True from a change of the view until its reader moves the focus. */
let isArriving = false

/** A view's heading takes the focus when its view is arrived at, and says its name. */
export const arriveAt = (heading: HTMLElement, name: string): void => {
  const now = document.activeElement
  if (!isArriving || heading === now) return
  isArriving = now === null || now === document.body || now.tagName === "H1"
  if (!isArriving) return
  heading.focus({ preventScroll: true })
  announce(name)
}

/** A view that is read again has its links a moment later: that many frames are waited for them. */
const maxFrames = 90

const returnTo = ({ link, scroll }: Left, frame = 0) => {
  const found = link === undefined ? undefined : linksTo(link[0])[link[1]]
  if (found instanceof HTMLElement) {
    isArriving = false
    found.focus({ preventScroll: true })
  } else if (link !== undefined && isArriving && frame < maxFrames)
    requestAnimationFrame(() => returnTo({ link, scroll }, frame + 1))
  if (found !== undefined || frame === 0) window.scrollTo(0, scroll)
}

const arrive = (at: Left | undefined) => {
  const [before] = place.get().split("?")
  isArriving = before !== here().split("?")[0]
  if (isArriving && document.activeElement instanceof HTMLElement) document.activeElement.blur()
  place.set(here())
  // Views that are remembered are drawn at once, others find their place when they are.
  requestAnimationFrame(() => returnTo(at ?? { scroll: 0, link: undefined }))
}

/** Goes to a view of the page: `/listening?period=1month`. With `replace` it replaces this one in the history. */
export const navigate = (
  to: string,
  { link, replace = false }: { readonly replace?: boolean; readonly link?: Element } = {},
): void => {
  if (to === here()) return
  leave(link)
  if (!replace) key = `${Date.now()} ${to}`
  window.history[replace ? "replaceState" : "pushState"]({ key }, "", addressOf(to))
  if (replace) place.set(here())
  else arrive(undefined)
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
  navigate(path + to.search, { link })
}

/** Follows links and the browser's history. */
export const startRouter = (): void => {
  window.history.scrollRestoration = "manual"
  window.history.replaceState({ key }, "")
  document.addEventListener("click", onClick)
  window.addEventListener("popstate", ({ state }) => {
    leave()
    key = String((state as { readonly key?: string } | null)?.key ?? "")
    arrive(left.get(key))
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

/** The shown address. */
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
