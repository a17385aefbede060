import type { Route } from "../../router.tsx"

export const attending: ReadonlyArray<Route> = []
