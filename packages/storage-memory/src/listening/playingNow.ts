import { type PlayingNow, PlayingNowStore } from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

/** The track that plays, in memory. */
export const layer = Layer.sync(PlayingNowStore, () => {
  let told: PlayingNow | undefined
  return PlayingNowStore.of({
    put: (playing) => Effect.sync(() => void (told = playing)),
    at: (now) => Effect.sync(() => Option.filter(Option.fromUndefinedOr(told), ({ endsAt }) => endsAt > now)),
  })
})
