import { everything, visibleOf } from "@daybook/kernel"
import {
  ListeningStore,
  NowPlayingStore,
  PlayDetailsStore,
  playItems,
  type TrackNames,
  visibleListens,
} from "@daybook/listening"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  detailsIn,
  listenOf,
  type ListensAsked,
  makeDetailsOf,
  metadataOf,
  readListensQuery,
  takeOf,
  unixTime,
} from "./listens.ts"

/** A failure of what was sent. */
export const badRequest = (error: string) => ({ code: 400 as const, error })

interface OfUser {
  readonly params: { readonly user_name: string }
}

/** The handlers of plays, and of what plays now. */
export const makePlays = Effect.fnUntraced(function* (msidOf: (track: TrackNames) => string) {
  const store = yield* ListeningStore
  const playing = yield* NowPlayingStore
  const details = yield* PlayDetailsStore
  const services = yield* Effect.context<ListeningStore>()

  const nth = (page: number) => store.lists.plays({ range: everything }, { page, limit: 1 })

  /** The Unix times of the latest and of the oldest play; 0 if there is none. */
  const ends = Effect.gen(function* () {
    const latest = yield* nth(1)
    const oldest = yield* nth(Math.max(1, latest.total))
    const timeOf = ({ items: [play] }: typeof latest) => unixTime(play?.playedAt ?? 0)
    return { latest: timeOf(latest), oldest: timeOf(oldest) }
  })

  return {
    listens: Effect.fnUntraced(function* ({ params, query }: OfUser & { readonly query: ListensAsked }) {
      const { count, first, range } = yield* Effect.mapError(
        Effect.fromResult(readListensQuery(query)),
        badRequest,
      )
      const plays = yield* takeOf((page) => store.lists.plays({ range }, page), count, first)
      const items = yield* visibleOf("listening", plays, playItems)
      const detailsOf = makeDetailsOf(items.length === 0 ? [] : yield* details.of(items))
      const { latest, oldest } = yield* ends
      return {
        payload: {
          count: items.length,
          latest_listen_ts: latest,
          oldest_listen_ts: oldest,
          listens: items.map(listenOf(params.user_name, msidOf, detailsOf)),
          user_id: params.user_name,
        },
      }
    }),

    listenCount: () => Effect.map(nth(1), ({ total }) => ({ payload: { count: total } })),

    playingNow: Effect.fnUntraced(function* ({ params: { user_name } }: OfUser) {
      const told = yield* playing.at(yield* Clock.currentTimeMillis)
      const visible = yield* Effect.provideContext(visibleListens(Option.toArray(told)), services)
      const listens = visible.map((listen) => ({
        playing_now: true as const,
        user_name,
        track_metadata: metadataOf(listen, detailsIn(listen.details)),
      }))
      return {
        payload: { count: listens.length, listens, playing_now: true as const, user_id: user_name },
      }
    }),
  }
})
