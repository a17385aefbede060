import { TokenStore } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

/** The tokens of sources, in memory. */
export const layer = Layer.sync(TokenStore, () => {
  const tokens = new Map<string, { readonly setting: string; readonly sealed: string }>()
  return TokenStore.of({
    get: (source, setting) =>
      Effect.sync(() => {
        const token = tokens.get(source)
        return token?.setting === setting ? Option.some(token.sealed) : Option.none()
      }),
    put: (source, setting, sealed) => Effect.sync(() => void tokens.set(source, { setting, sealed })),
  })
})
