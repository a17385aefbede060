export * from "./dataVersions.ts"
export * from "./pages.ts"
export * from "./syncRuns.ts"
export * from "./tokenStore.ts"
