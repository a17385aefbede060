import type { Route } from "../../router.tsx"

export const collecting: ReadonlyArray<Route> = []
