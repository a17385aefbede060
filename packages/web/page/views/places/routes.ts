import type { Route } from "../../router.tsx"

export const places: ReadonlyArray<Route> = []
