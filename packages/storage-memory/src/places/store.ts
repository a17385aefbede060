import { editStoreOf, isWithin, lastOfEach, overKnown, pageIn, type SourceCursor } from "@daybook/kernel"
import { CheckIn, checkInEntry, CheckInStore, venueIdOf } from "@daybook/places"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { makeCursors } from "../kernel/cursors.ts"
import { EditRows, inOneStep } from "../kernel/edits.ts"
import { editedCheckInsIn } from "./edits.ts"
import { listsIn, newestFirst } from "./lists.ts"
import { PlacesMemory } from "./memory.ts"
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
    const memory = new PlacesMemory()
    const { counted, stored } = memory
    const cursors = makeCursors()
    const byHand = editedCheckInsIn(memory, yield* EditRows)
    const zone = yield* DateTime.CurrentTimeZone

    const under = (known: CheckIn, told: CheckIn) => overKnown(told, known)

    const put = (checkIns: ReadonlyArray<CheckIn>, merge: (known: CheckIn, told: CheckIn) => CheckIn) =>
      Effect.map(byHand.tell(lastOfEach(checkIns, ({ id }) => id)), (told) => {
        const changed = told.untouched.flatMap((checkIn) => {
          const known = stored.get(checkIn.id)
          if (known === undefined) return [checkIn]
          const merged = merge(known, checkIn)
          return isSame(known, merged) ? [] : [merged]
        })
        for (const checkIn of changed) memory.put(checkIn)
        return told.changed + changed.length
      })

    const saved = (changed: number, cursor: SourceCursor | undefined): number => {
      if (changed > 0) raiseVersion(versions, "places")
      cursors.save(cursor)
      return changed
    }

    const storeWith =
      (merge: (known: CheckIn, told: CheckIn) => CheckIn) =>
      (checkIns: ReadonlyArray<CheckIn>, cursor?: SourceCursor) =>
        Effect.map(inOneStep(put(checkIns, merge)), (changed) => saved(changed, cursor))

    return CheckInStore.of({
      searchable: placesSearch(() => versionIn(versions, "places"), counted),
      journal: journalOf(
        zone,
        () => versionIn(versions, "places"),
        () => counted().map(checkInEntry),
      ),
      storeCheckIns: storeWith(overKnown),
      fillCheckIns: storeWith(under),
      follow: (source, step) =>
        inOneStep(
          Effect.gen(function* () {
            const { begun, cursor, gone } = yield* step(yield* cursors.read(source))
            const forgotten = yield* byHand.forget(gone)
            const removed = forgotten.untouched.filter((id) => stored.has(id))
            for (const id of removed) memory.remove(id, true)
            const changed = yield* put(begun, under)
            return saved(forgotten.changed + removed.length + changed, { source, cursor })
          }),
        ),
      cursor: cursors.read,
      checkIn: (id) => Effect.map(byHand.leadsTo(id), (shown) => Option.fromUndefinedOr(memory.shown(shown))),
      checkIns: Effect.fnUntraced(function* (range, page, asked) {
        const venueId = asked === undefined ? undefined : yield* byHand.leadsTo(asked, "place")
        const found = counted().filter(
          (checkIn) =>
            isWithin(range, checkIn.checkedInAt) &&
            (venueId === undefined || (venueId !== "" && venueIdOf(checkIn) === venueId)),
        )
        return pageIn(found.sort(newestFirst), page)
      }),
      edits: editStoreOf([byHand], (change) =>
        inOneStep(Effect.tap(change, () => Effect.sync(() => raiseVersion(versions, "places")))),
      ),
      lists: listsIn(counted, (id) => byHand.leadsTo(id, "place")),
      stats: statsIn(counted),
    })
  }),
)
