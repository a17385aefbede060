import type { Route } from "../../router.tsx"

export const collecting: ReadonlyArray<Route> = [
  { path: "/collecting", load: () => import("./collecting.tsx") },
  { path: "/collecting/records", load: () => import("./records.tsx") },
  { path: "/collecting/records/:id", load: () => import("./record.tsx") },
  { path: "/collecting/media", load: () => import("./media.tsx") },
  { path: "/collecting/media/:id", load: () => import("./film.tsx") },
  { path: "/collecting/wantlist", load: () => import("./wantlist.tsx") },
  { path: "/collecting/beside", load: () => import("./crossReference.tsx") },
]
