import {
  clockOf,
  dedupeByKey,
  type Entry,
  type EventEntry,
  formatInstant,
  itemsOfAllPages,
  type ReadEvents,
} from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ListedPlay } from "./lists.ts"
import { reportKey } from "./matchReports.ts"
import { PlayDetailsStore } from "./playDetails.ts"
import { ListeningStore } from "./ports.ts"
import { isSent } from "./submitPlays.ts"

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
    within: (range) =>
      Effect.map(
        itemsOfAllPages(atOnce, (page) => lists.plays({ range }, page)),
        // A play stored meanwhile moves the others on: those at the edge arrive again.
        (plays) => entriesOf(dedupeByKey(plays, ({ id }) => id)),
      ),
    cameAfter: (version, range, most) =>
      Effect.map(lists.plays({ range, cameAfter: version }, { page: 1, limit: most }), ({ items, total }) =>
        total > most ? undefined : entriesOf(items),
      ),
  } satisfies ReadEvents
})

const detailsIn = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

/** The plays that players sent here, with everything needed to forward them: names, sources, and the player's details. */
export const sentPlayEvents = Effect.gen(function* () {
  const { cameAfter, within } = yield* playEvents
  const { doubles, lists } = yield* ListeningStore
  const details = yield* PlayDetailsStore
  const zone = yield* DateTime.CurrentTimeZone

  /** Those of plays that a player sent. */
  const sentOf = Effect.fnUntraced(function* (entries: ReadonlyArray<Entry>) {
    const sources = yield* doubles.sources(entries.map(({ id }) => id))
    return entries.filter((_, at) => (sources[at] ?? []).some(isSent))
  })

  const find = Effect.fnUntraced(function* (id: string) {
    const play = Option.getOrUndefined(yield* lists.play(id))
    const [sources = []] = yield* doubles.sources([id])
    if (play === undefined || play.id !== id || !sources.some(isSent)) return Option.none<EventEntry>()
    const { album, artist, playedAt, track } = play
    const told = (yield* details.of([play])).find((one) => reportKey(one) === reportKey(play))
    return Option.some<EventEntry>({
      ...playEntry(play),
      day: clockOf(zone)(playedAt).day,
      more: {
        artist,
        track,
        album,
        played_at: formatInstant(playedAt),
        sources,
        details: Option.getOrElse(detailsIn(told?.details), () => ({})),
      },
    })
  })

  return {
    within: (range) => Effect.flatMap(within(range), sentOf),
    cameAfter: (version, range, most) =>
      Effect.flatMap(cameAfter(version, range, most), (came) =>
        came === undefined ? Effect.undefined : sentOf(came),
      ),
    find,
  } satisfies ReadEvents
})
