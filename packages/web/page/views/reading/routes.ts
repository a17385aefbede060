import type { Route } from "../../router.tsx"

export const reading: ReadonlyArray<Route> = [
  { path: "/reading", load: () => import("./reading.tsx") },
  { path: "/reading/numbers", load: () => import("./numbers.tsx") },
  { path: "/reading/articles", load: () => import("./archive.tsx") },
  { path: "/reading/articles/:id", load: () => import("./article.tsx") },
  { path: "/reading/highlights", load: () => import("./highlights.tsx") },
  { path: "/reading/highlights/:id", load: () => import("./highlight.tsx") },
  { path: "/reading/books", load: () => import("./books.tsx") },
  { path: "/reading/books/:id", load: () => import("./book.tsx") },
]
