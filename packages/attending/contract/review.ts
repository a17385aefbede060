import { AttendingStore, type EventFields } from "@daybook/attending"
import { type DataVersions, everything, LocalDate } from "@daybook/kernel"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { event, gameEvent, player, team, venue } from "./events.ts"

const year = { from: Date.parse("2024-01-01T00:00:00Z"), until: Date.parse("2025-01-01T00:00:00Z") }

const life = Effect.flatMap(AttendingStore, ({ change }) =>
  change(
    Effect.fnUntraced(function* (transaction) {
      const at = (lat: number) => ({ position: { lat, lng: -87 } })
      const park = yield* transaction.addVenue({ ...venue("Heron Park"), ...at(41) })
      const hall = yield* transaction.addVenue({ ...venue("Émile Hall"), ...at(43) })
      const pier = yield* transaction.addVenue({ ...venue("The Pier"), city: "Lakeport", ...at(44.5) })
      const barn = yield* transaction.addVenue({ ...venue("A Barn"), city: "" })
      const home = yield* transaction.addTeam(team("Ogdenville Atoms", "1"))
      const away = yield* transaction.addTeam(team("Springfield Isotopes", "2"))
      const on = (day: string, more: Partial<EventFields> = {}) => ({
        day: LocalDate.make(day),
        startsAt: undefined,
        ...more,
      })
      const games = yield* Effect.forEach(["2024-05-01", "2024-05-02", "2024-05-03", "2023-05-01"], (day) =>
        transaction.addEvent(gameEvent(`g ${day}`, home, away, on(day, { venueId: park }))),
      )
      const missed = yield* transaction.addEvent(
        gameEvent("missed", home, away, on("2024-05-04", { venueId: park, attended: false })),
      )
      for (const id of [...games, missed])
        yield* transaction.putPlayers(id, "mlb", [player("7", home, { name: "Zed" })])
      yield* transaction.putPlayers(games[0] ?? missed, "mlb", [player("8", away, { name: "Abe" })])
      const concert = (day: string, more: Partial<EventFields> = {}) =>
        transaction.addEvent(event(on(day, more)))
      yield* concert("2024-01-01", { venueId: hall })
      yield* concert("2024-12-31", { venueId: pier, performers: ["Ida Quarry"] })
      yield* concert("2024-12-30", { venueId: barn, performers: [], type: "unknown", category: "other" })
      yield* concert("2025-01-01", { venueId: pier })
      yield* concert("2023-12-31", { venueId: barn, performers: ["Before"] })
      return { park, hall, pier, barn, home, away }
    }),
  ),
)

/** Contract: events in review. */
export const reviewContract = (fresh: () => Layer.Layer<AttendingStore | DataVersions>): void => {
  it.effect("a review has the venues, people and teams of the attended events of its range", () =>
    Effect.gen(function* () {
      const { review } = yield* AttendingStore
      const none = { byType: [], newPlaces: [], topVenues: [], topPerformers: [], topPlayers: [], teams: [] }
      const nothing = { events: 0, venues: 0, newVenues: 0, performers: 0, ...none, furthest: undefined }
      assert.deepStrictEqual(yield* review(everything), nothing)
      const { away, barn, hall, home, park, pier } = yield* life
      const found = yield* review(year)
      const { byType, events, furthest, newVenues, performers, teams, venues } = found
      assert.deepStrictEqual(
        { events, newVenues, performers, venues },
        {
          events: 6,
          venues: 4,
          newVenues: 2,
          performers: 2,
        },
      )
      assert.deepStrictEqual(byType, [
        { type: "mlb_game", count: 3 },
        { type: "concert", count: 2 },
        { type: "unknown", count: 1 },
      ])
      const times = (seen: ReadonlyArray<{ readonly id: number; readonly times: number }>) =>
        seen.map((one) => [one.id, one.times])
      assert.deepStrictEqual(times(found.topVenues), [
        [park, 3],
        [pier, 1],
        [barn, 1],
        [hall, 1],
      ])
      assert.deepStrictEqual(times(found.newPlaces), [
        [pier, 1],
        [hall, 1],
      ])
      const named = (seen: ReadonlyArray<{ readonly name: string; readonly times: number }>) =>
        seen.map((one) => `${one.name} ${one.times}`)
      assert.deepStrictEqual(named(found.topPerformers), ["Ida Quarry 2", "The Paper Lanterns 1"])
      assert.deepStrictEqual(named(found.topPlayers), ["Zed 3", "Abe 1"])
      assert.deepStrictEqual(teams, [
        { id: home, name: "Ogdenville Atoms", games: 3, won: 3, lost: 0, tied: 0 },
        { id: away, name: "Springfield Isotopes", games: 3, won: 0, lost: 3, tied: 0 },
      ])
      // Home is the middle of three games at 41 degrees and a concert at 43: three degrees of a meridian away.
      assert.deepInclude(furthest, {
        id: pier,
        times: 1,
        firstDay: LocalDate.make("2024-12-31"),
        miles: 207.3,
      })
      assert.strictEqual((yield* review(everything)).events, 9)
    }).pipe(Effect.provide(fresh())),
  )
}
