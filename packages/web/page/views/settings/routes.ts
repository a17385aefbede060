import type { Route } from "../../router.tsx"

export const settings: ReadonlyArray<Route> = [
  { path: "/settings", load: () => import("./settings.tsx") },
  { path: "/settings/sources", load: () => import("./sources.tsx") },
  { path: "/settings/imports", load: () => import("./imports.tsx") },
  { path: "/settings/keys", load: () => import("./keys.tsx") },
  { path: "/settings/session", load: () => import("./session.tsx") },
]
