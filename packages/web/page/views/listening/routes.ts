import type { Route } from "../../router.tsx"

export const listening: ReadonlyArray<Route> = [
  { path: "/listening", load: () => import("./listening.tsx") },
  { path: "/listening/artists/:id", load: () => import("./artist.tsx") },
  { path: "/listening/albums/:id", load: () => import("./album.tsx") },
  { path: "/listening/tracks/:id", load: () => import("./track.tsx") },
]
