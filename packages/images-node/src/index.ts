export * as SharpProcessor from "./sharpProcessor.ts"
export * as WebFetcher from "./webFetcher.ts"
