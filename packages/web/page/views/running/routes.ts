import type { Route } from "../../router.tsx"

export const running: ReadonlyArray<Route> = [
  { path: "/running", load: () => import("./running.tsx") },
  { path: "/running/activities", load: () => import("./runs.tsx") },
  { path: "/running/trails", load: () => import("./trails.tsx") },
  { path: "/running/records", load: () => import("./records.tsx") },
  { path: "/running/gear", load: () => import("./gear.tsx") },
  { path: "/running/activities/:id", load: () => import("./run.tsx") },
]
