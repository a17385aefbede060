import type { Route } from "../../router.tsx"

export const listening: ReadonlyArray<Route> = []
