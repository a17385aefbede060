import type { Route } from "../../router.tsx"

export const running: ReadonlyArray<Route> = []
