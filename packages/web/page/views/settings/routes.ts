import type { Route } from "../../router.tsx"

export const settings: ReadonlyArray<Route> = [{ path: "/settings", load: () => import("./settings.tsx") }]
