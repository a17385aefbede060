import { PerformerPlays } from "@daybook/attending"
import { type DateRange, everything, foldName, sortOf } from "@daybook/kernel"
import { listening, ListeningStore, playedSorts } from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

/** Artists whose name has the words of a performer's: the one of the same name is among the most played. */
const candidates = { page: 1, limit: 20 }
/** Songs of an artist that are read, in pages of a hundred. */
const [songsOfPage, mostPages] = [100, 10]
const mostPlays = sortOf(playedSorts, {})

/** The plays shown with events, from the host's listening. Without it there are none. */
export const layer = Layer.effect(
  PerformerPlays,
  Effect.gen(function* () {
    const store = yield* Effect.serviceOption(ListeningStore)
    if (Option.isNone(store)) return yield* PerformerPlays
    const { lists } = store.value

    const songsOf = Effect.fnUntraced(function* (artistId: number) {
      const songs = new Map<string, number>()
      for (let page = 1; page <= mostPages; page++) {
        const asked = { page, limit: songsOfPage }
        const { items } = yield* lists.played("track", { ...mostPlays, range: everything, artistId }, asked)
        for (const { name, plays } of items)
          songs.set(foldName(name), (songs.get(foldName(name)) ?? 0) + plays)
        if (items.length < songsOfPage) break
      }
      return songs
    })

    return {
      dataVersions: listening.dataVersions,
      of: Effect.fnUntraced(function* (performer: string, range: DateRange) {
        const query = { ...mostPlays, range: everything, q: performer }
        const { items } = yield* lists.played("artist", query, candidates)
        const artist = items.find(({ name }) => foldName(name) === foldName(performer))
        if (artist === undefined) return Option.none()
        const days = yield* lists.buckets("artist", [artist.id], range, "day")
        return Option.some({
          artistId: artist.id,
          plays: artist.plays,
          songs: yield* songsOf(artist.id),
          days: days.map(({ plays, start }) => ({ day: start, plays })),
        })
      }),
    }
  }),
)
