import type { Route } from "../../router.tsx"

export const watching: ReadonlyArray<Route> = []
