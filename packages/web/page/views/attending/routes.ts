import type { Route } from "../../router.tsx"

const seen = () => import("./seenList.tsx")

export const attending: ReadonlyArray<Route> = [
  { path: "/attending", load: () => import("./attending.tsx") },
  { path: "/attending/events", load: () => import("./events.tsx") },
  { path: "/attending/seasons", load: () => import("./season.tsx") },
  { path: "/attending/venues", load: seen },
  { path: "/attending/performers", load: seen },
  { path: "/attending/players", load: seen },
  { path: "/attending/events/:id", load: () => import("./event.tsx") },
  { path: "/attending/venues/:id", load: () => import("./venue.tsx") },
  { path: "/attending/performers/:id", load: () => import("./performer.tsx") },
  { path: "/attending/players/:id", load: () => import("./player.tsx") },
  { path: "/attending/teams/:id", load: () => import("./team.tsx") },
]
