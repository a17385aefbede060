import { EpochMillis } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Listen, normalizeListen } from "./model.ts"

/** A track that a player reported when it started. */
export const NowPlayingReport = Schema.Struct({
  ...Listen.fields,
  /** JSON of further details that the player sent; "" if there are none. */
  details: Schema.String,
  /** From this instant on it no longer plays. */
  endsAt: EpochMillis,
})
export type NowPlayingReport = typeof NowPlayingReport.Type

/** The track that players reported last, the same for all servers on a store. Storage failures are defects. */
export class NowPlayingStore extends Context.Service<
  NowPlayingStore,
  {
    /** Replaces the track that was reported before. */
    readonly put: (playing: NowPlayingReport) => Effect.Effect<void>
    /** The track reported last; none if it ends by this time. */
    readonly at: (now: EpochMillis) => Effect.Effect<Option.Option<NowPlayingReport>>
  }
>()("daybook/listening/NowPlayingStore") {}

/** How long a track of unknown length counts as playing, in milliseconds. ListenBrainz takes the same. */
export const unknownLengthMillis = 600_000

/** A player reports a track as it begins. It plays for its length, or until another one is reported. */
export const submitNowPlaying = Effect.fnUntraced(function* (
  listen: Listen,
  lengthMillis = unknownLengthMillis,
  details = "",
) {
  const store = yield* NowPlayingStore
  const endsAt = (yield* Clock.currentTimeMillis) + lengthMillis
  yield* store.put({ ...normalizeListen(listen), details, endsAt })
})
