export * as SharpProcessor from "./sharpProcessor.ts"
export * as WebFetcher from "./webFetcher.ts"
export { failureCode, guardedClient } from "./guardedClient.ts"
export { type AddressGuard, guardAddresses, privateAddress } from "./publicAddresses.ts"
