/** The parts that both stores of access share. */
export { keyStore } from "./keys.ts"
export { shareStore } from "./shares.ts"
