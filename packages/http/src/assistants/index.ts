export { asksAt } from "./asks.ts"
export { type Assistant, description, registrations } from "./server.ts"
export { addressWithin, clientWithin } from "./within.ts"
