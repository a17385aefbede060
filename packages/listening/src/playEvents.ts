import { clockOf, type Entry, type ReadEvents } from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { ListedPlay } from "./lists.ts"
import { ListeningStore } from "./ports.ts"

/** A play as its own entry: the journal has sessions, which grow. */
const playEntry = ({
  artist,
  catalogUrl,
  id,
  imageUrl,
  playedAt,
  track,
  trackId,
}: ListedPlay): Omit<Entry, "day"> => ({
  id,
  kind: "play",
  at: playedAt,
  dayOnly: false,
  title: track,
  subtitle: artist,
  url: catalogUrl,
  imageUrl,
  item: { type: "track", id: String(trackId) },
  count: 1,
})

const atOnce = 1_000

/** The plays that are not hidden, for webhooks. */
export const playEvents = Effect.gen(function* () {
  const { lists } = yield* ListeningStore
  const zone = yield* DateTime.CurrentTimeZone
  const entriesOf = (plays: ReadonlyArray<ListedPlay>): ReadonlyArray<Entry> => {
    const clock = clockOf(zone)
    return plays.map((play) => ({ ...playEntry(play), day: clock(play.playedAt).day }))
  }
  return {
    within: Effect.fnUntraced(function* (range) {
      const found = new Map<string, ListedPlay>()
      for (let page = 1; ; page++) {
        const { items } = yield* lists.plays({ range }, { page, limit: atOnce })
        // A play that is stored meanwhile moves the others on: those at the edge come again.
        for (const play of items) found.set(play.id, play)
        if (items.length < atOnce) return entriesOf([...found.values()])
      }
    }),
    cameAfter: (version, range, most) =>
      Effect.map(lists.plays({ range, cameAfter: version }, { page: 1, limit: most }), ({ items, total }) =>
        total > most ? undefined : entriesOf(items),
      ),
  } satisfies ReadEvents
})
