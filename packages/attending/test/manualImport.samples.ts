import { AttendingStore, manualImport, type RawData } from "@daybook/attending"
import { LocalDate } from "@daybook/kernel"
import * as Effect from "effect/Effect"

export const day = LocalDate.make("2024-05-06")

export const entry = (more: RawData = {}): RawData => ({
  event_date: day,
  event_type: "mlb_game",
  team_id: 1,
  ...more,
})

export const season = (more: RawData = {}): RawData => ({
  event_type: "mlb_game",
  team_id: "1",
  season: 2024,
  attendance: "all_home",
  ...more,
})

export const counts = Effect.fnUntraced(function* (...entries: ReadonlyArray<RawData>) {
  const { inserted, notAttended, unmatched, updated } = yield* manualImport(entries)
  return { inserted, updated, notAttended, unmatched: unmatched.map(({ reason }) => reason) }
})

export const statsNow = Effect.flatMap(AttendingStore, (store) => store.stats)
