import { KeyStore, RateLimiter, ShareStore } from "@daybook/access"
import { recorderOf } from "../calls/recorder.ts"

/** The calls that write keys and shares. Requests that were counted are over soon. */
export const calls = [
  recorderOf(
    KeyStore,
    "beside",
  )<"find" | "list">(({ write }) => ({
    insert: write(({ insert }) => insert),
    insertFirst: write(({ insertFirst }) => insertFirst),
    setConfigured: write(({ setConfigured }) => setConfigured),
    revoke: write(({ revoke }) => revoke),
    touch: write(({ touch }) => touch),
  })),
  recorderOf(
    ShareStore,
    "beside",
  )<"find" | "list">(({ write }) => ({
    insert: write(({ insert }) => insert),
    revoke: write(({ revoke }) => revoke),
    touch: write(({ touch }) => touch),
  })),
  recorderOf(RateLimiter, "beside")<"peek" | "take">(() => ({})),
]
