import { domains } from "./items.ts"
import type { Route } from "./router.tsx"
import * as home from "./views/home/home.tsx"
import { attending } from "./views/attending/routes.ts"
import { collecting } from "./views/collecting/routes.ts"
import { listening } from "./views/listening/routes.ts"
import { places } from "./views/places/routes.ts"
import { reading } from "./views/reading/routes.ts"
import { running } from "./views/running/routes.ts"
import { settings } from "./views/settings/routes.ts"
import { watching } from "./views/watching/routes.ts"

const domainHome = () => import("./views/domainHome.tsx")

/** Every view; the first that matches a URL shows it. A domain without a home shows its newest entries. */
export const routes: ReadonlyArray<Route> = [
  // It arrives with the code of the frame: one trip to the server less where most begin, and few bytes elsewhere.
  { path: "/", load: () => Promise.resolve(home) },
  ...listening,
  ...reading,
  ...watching,
  ...running,
  ...attending,
  ...collecting,
  ...places,
  ...settings,
  { path: "/save", load: () => import("./views/save/save.tsx") },
  { path: "/timeline", load: () => import("./views/timeline/timeline.tsx") },
  { path: "/library", load: () => import("./views/library/library.tsx") },
  { path: "/search", load: () => import("./views/search/search.tsx") },
  { path: "/years", load: () => import("./views/years/years.tsx") },
  { path: "/years/:year/story", load: () => import("./views/years/story.tsx") },
  { path: "/years/:year/months/:month", load: () => import("./views/years/month.tsx") },
  { path: "/years/:year", load: () => import("./views/years/year.tsx") },
  ...domains.flatMap((domain) => [
    { path: `/${domain}`, load: domainHome },
    { path: `/${domain}/:folder/:id`, load: domainHome },
  ]),
]

export const notFound: Route = { path: "", load: () => import("./views/notFound.tsx") }
