import { isStorableText } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { unknownClient } from "./error.ts"
import type { OAuthStore } from "./store.ts"

/** Makes the function that finds a client that registered. An id that no store accepts is unknown. */
export const findKnownIn = (store: OAuthStore["Service"]) =>
  Effect.fnUntraced(function* (id: string) {
    const known = isStorableText(id) ? yield* store.findClient(id) : Option.none()
    return yield* Effect.mapError(Effect.fromOption(known), () => unknownClient)
  })
