export * from "./keyStore.ts"
export * from "./rateLimiter.ts"
export * from "./sharedRateLimiter.ts"
export * from "./shareStore.ts"
