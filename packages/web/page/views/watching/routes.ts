import type { Route } from "../../router.tsx"

export const watching: ReadonlyArray<Route> = [
  { path: "/watching", load: () => import("./watching.tsx") },
  { path: "/watching/movies", load: () => import("./movies.tsx") },
  { path: "/watching/movies/:id", load: () => import("./movie.tsx") },
  { path: "/watching/shows", load: () => import("./shows.tsx") },
  { path: "/watching/shows/:id", load: () => import("./show.tsx") },
  { path: "/watching/numbers", load: () => import("./numbers.tsx") },
  { path: "/watching/diary", load: () => import("./diary.tsx") },
]
