import type { Route } from "../../router.tsx"

export const settings: ReadonlyArray<Route> = [
  { path: "/settings", load: () => import("./settings.tsx") },
  { path: "/settings/sources", load: () => import("./sources/sources.tsx") },
  { path: "/settings/imports", load: () => import("./files/imports.tsx") },
  { path: "/settings/time", load: () => import("./time.tsx") },
  { path: "/settings/appearance", load: () => import("./appearance.tsx") },
  { path: "/settings/advanced", load: () => import("./advanced.tsx") },
  { path: "/settings/add", load: () => import("./add.tsx") },
  { path: "/settings/waiting", load: () => import("./corrections/drafts.tsx") },
  { path: "/settings/keys", load: () => import("./access/keys.tsx") },
  { path: "/settings/assistants", load: () => import("./access/assistants.tsx") },
  { path: "/settings/shares", load: () => import("./access/shares.tsx") },
  { path: "/settings/webhooks", load: () => import("./sources/webhooks.tsx") },
  { path: "/settings/webhooks/:id", load: () => import("./sources/webhook.tsx") },
  { path: "/settings/filters", load: () => import("./corrections/filters.tsx") },
  { path: "/settings/doubles", load: () => import("./corrections/duplicates.tsx") },
  { path: "/settings/corrections", load: () => import("./corrections/corrections.tsx") },
  { path: "/settings/upkeep", load: () => import("./maintenance.tsx") },
  { path: "/settings/export", load: () => import("./files/export.tsx") },
  { path: "/settings/setup", load: () => import("./setUp.tsx") },
  { path: "/settings/session", load: () => import("./access/session.tsx") },
]
