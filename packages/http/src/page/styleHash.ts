import * as Effect from "effect/Effect"

/** The SHA-256 of a style in base64, as a content policy names it. */
export const styleHash = (style: string): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(style))),
    (hash) => btoa(String.fromCharCode(...new Uint8Array(hash))),
  )
