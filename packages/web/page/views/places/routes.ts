import type { Route } from "../../router.tsx"

const groups = () => import("./groups.tsx")

export const places: ReadonlyArray<Route> = [
  { path: "/places", load: () => import("./places.tsx") },
  { path: "/places/map", load: () => import("./everywhere.tsx") },
  { path: "/places/venues", load: () => import("./venues.tsx") },
  { path: "/places/cities", load: groups },
  { path: "/places/countries", load: groups },
  { path: "/places/categories", load: groups },
  { path: "/places/venues/:id", load: () => import("./venue.tsx") },
]
