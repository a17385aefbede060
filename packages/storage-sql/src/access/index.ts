/** The parts that both stores of access share. */
export { keyStore } from "./keys.ts"
export { oauthStore } from "./oauth.ts"
export { shareStore } from "./shares.ts"
export { signInLinkStore } from "./signInLinks.ts"
