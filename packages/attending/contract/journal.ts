import { AttendingStore } from "@daybook/attending"
import { type DataVersions, LocalDate } from "@daybook/kernel"
import { afterStart, journalStart, type JournalSubject, type SearchSubject } from "@daybook/kernel/contract"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { event } from "./events.ts"

/** Events that are added, and that move to another day, are missed or get a time. */
const Change = Schema.Struct({
  /** The day of the event that changes; undefined adds one. */
  of: Schema.UndefinedOr(Schema.Literals(["2024-03-09", "2024-03-10"])),
  day: Schema.Literals(["2024-03-09", "2024-03-10", "2024-03-12"]),
  startsAfter: Schema.UndefinedOr(Schema.Literals([0, 1, 16, 20, 96])),
  attended: Schema.Boolean,
})

/** Attended events as entries. */
export const eventJournal: JournalSubject<typeof Change.Type, AttendingStore | DataVersions> = {
  journal: Effect.map(AttendingStore, ({ journal }) => journal),
  change: Change,
  start: journalStart,
  apply: ({ attended, day, of, startsAfter }) => {
    const told = {
      day: LocalDate.make(day),
      startsAt: startsAfter === undefined ? undefined : afterStart(startsAfter),
      attended,
    }
    return Effect.flatMap(AttendingStore, (store) =>
      store.change(
        Effect.fnUntraced(function* (transaction) {
          const [known] = of === undefined ? [] : yield* transaction.eventsOn(LocalDate.make(of))
          if (of === undefined) yield* transaction.addEvent(event(told))
          if (known !== undefined) yield* transaction.putEvent({ ...known, ...told })
        }),
      ),
    )
  },
}

/** Events, venues, performers and players as items that a search finds. */
export const eventSearch: SearchSubject<typeof Change.Type, AttendingStore | DataVersions> = {
  ...eventJournal,
  searchable: Effect.map(AttendingStore, ({ searchable }) => searchable),
}
