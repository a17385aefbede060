import { isWithin, lastOfEach, overKnown, pageIn } from "@daybook/kernel"
import { CheckIn, checkInEntry, CheckInStore, venueIdOf } from "@daybook/places"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { makeCursors } from "../kernel/cursors.ts"
import { listsIn, newestFirst } from "./lists.ts"
import { statsIn } from "./stats.ts"
import { journalOf } from "../journal/index.ts"
import { placesSearch } from "./search.ts"
import { raiseVersion, VersionCounts, versionIn } from "../kernel/dataVersions.ts"

const isSame = Schema.toEquivalence(CheckIn)

/** Check-ins in memory, by their ids. */
export const layer = Layer.effect(
  CheckInStore,
  Effect.gen(function* () {
    const versions = yield* VersionCounts
    const stored = new Map<string, CheckIn>()
    const cursors = makeCursors()
    const zone = yield* DateTime.CurrentTimeZone

    return CheckInStore.of({
      searchable: placesSearch(
        () => versionIn(versions, "places"),
        () => stored.values(),
      ),
      journal: journalOf(
        zone,
        () => versionIn(versions, "places"),
        () => [...stored.values()].map(checkInEntry),
      ),
      storeCheckIns: (checkIns, cursor) =>
        Effect.sync(() => {
          const changed = lastOfEach(checkIns, ({ id }) => id).flatMap((checkIn) => {
            const known = stored.get(checkIn.id)
            if (known === undefined) return [checkIn]
            const told = overKnown(known, checkIn)
            return isSame(known, told) ? [] : [told]
          })
          for (const checkIn of changed) stored.set(checkIn.id, checkIn)
          if (changed.length > 0) raiseVersion(versions, "places")
          cursors.save(cursor)
          return changed.length
        }),
      cursor: cursors.read,
      checkIns: (range, page, venueId) =>
        Effect.sync(() => {
          const found = [...stored.values()].filter(
            (checkIn) =>
              isWithin(range, checkIn.checkedInAt) &&
              (venueId === undefined || (venueId !== "" && venueIdOf(checkIn) === venueId)),
          )
          return pageIn(found.sort(newestFirst), page)
        }),
      lists: listsIn(stored),
      stats: statsIn(stored),
    })
  }),
)
