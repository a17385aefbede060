import type { Route } from "../../router.tsx"

export const reading: ReadonlyArray<Route> = []
