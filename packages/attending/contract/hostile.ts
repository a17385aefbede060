import { AttendingStore, type AttendingTransaction, concertBatches } from "@daybook/attending"
import {
  type DataVersions,
  everything,
  LocalDate,
  maxNameLength,
  startOfBucket,
  storableText,
} from "@daybook/kernel"
import { hostileTexts, readPages, refusedWebUrls, survivesHostileTexts } from "@daybook/kernel/contract"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { event, gameEvent, player, team, venue } from "./events.ts"

const name = (text: string) => storableText(text, maxNameLength)

/** Writes an event, a game, a venue, teams, tickets and players that carry the text. Returns the event and the game. */
const write = Effect.fnUntraced(function* (transaction: AttendingTransaction, text: string) {
  const venueId = yield* transaction.addVenue({
    ...venue(text),
    aliases: [text],
    city: text,
    timeZone: text,
    providerIds: [{ provider: "mlb", id: text }],
  })
  const home = yield* transaction.addTeam({ ...team(text, text), aliases: [text] })
  const away = yield* transaction.addTeam(team(`away ${text}`, `away ${text}`))
  const fields = event({ title: text, notes: text, performers: [text, "Ida Quarry"], venueId })
  const id = yield* transaction.addEvent(fields)
  const ticket = { reservation: text, number: text, section: text, row: text, seat: text }
  yield* transaction.addTickets(id, [ticket])
  const game = yield* transaction.addEvent(gameEvent(text, home, away, { title: text }))
  yield* transaction.putPlayers(game, "mlb", [
    player(text, home, { name: text, firstName: text, lastName: text, jersey: text }),
  ])
  return { fields, game, id, ticket }
})

/** Contract: no text and no day stops the records after it. */
export const hostileContract = (fresh: () => Layer.Layer<AttendingStore | DataVersions>): void => {
  const test = (title: string, body: Effect.Effect<void, never, AttendingStore | DataVersions>) =>
    it.effect(title, () => Effect.provide(body, fresh()))

  test(
    "events, venues, teams, tickets and players of hostile texts are returned as they were written",
    Effect.gen(function* () {
      const store = yield* AttendingStore
      for (const text of hostileTexts.map(name)) {
        yield* store.change(
          Effect.fnUntraced(function* (transaction) {
            const { fields, game, id, ticket } = yield* write(transaction, text)
            assert.deepStrictEqual(yield* transaction.event(id), Option.some({ id, ...fields }))
            assert.deepStrictEqual(yield* transaction.tickets(id), [ticket])
            const found = yield* transaction.eventOfGame("mlb_game", { provider: "mlb", id: text })
            assert.strictEqual(Option.getOrUndefined(found)?.id, game)
            const [played] = yield* transaction.appearances(game)
            assert.deepStrictEqual([played?.name, played?.jersey], [text, text])
          }),
        )
      }
    }),
  )

  test(
    "source rows of hostile texts are stored once, with raw data as it came",
    Effect.gen(function* () {
      const store = yield* AttendingStore
      const rows = hostileTexts.map((text) => ({
        sourceType: "calendar" as const,
        sourceRef: name(text),
        rawData: { [text]: text, list: [text] },
      }))
      assert.strictEqual(yield* store.storeEntries(rows, { source: "calendar", cursor: "1" }), rows.length)
      assert.strictEqual(yield* store.storeEntries(rows, { source: "calendar", cursor: "2" }), 0)
      assert.deepStrictEqual(
        (yield* readPages(store.pendingSources, 50)).map(({ rawData, sourceRef }) => [sourceRef, rawData]),
        rows.map(({ rawData, sourceRef }) => [sourceRef, rawData]),
      )
    }),
  )

  test(
    "a setlist loses a URL that is not one of http or https, and nothing else",
    Effect.gen(function* () {
      const store = yield* AttendingStore
      const concerts = refusedWebUrls.map((url, at) => ({
        ref: String(at),
        performer: `Performer ${at}`,
        day: LocalDate.make("2024-05-06"),
        venue: undefined,
        tour: "",
        url,
        songs: [],
      }))
      const batches = concertBatches(store, "setlistfm")
      assert.strictEqual(
        yield* batches.store(concerts, { source: "setlistfm", cursor: "1" }),
        concerts.length,
      )
      const setlists = yield* store.change(
        Effect.fnUntraced(function* (transaction) {
          const events = yield* transaction.eventsOn(LocalDate.make("2024-05-06"))
          return yield* Effect.forEach(events, ({ id }) => transaction.setlists(id))
        }),
      )
      assert.deepStrictEqual(
        setlists.flat().map(({ url }) => url),
        concerts.map(() => ""),
      )
    }),
  )

  test(
    "a hostile text that comes untidied is stored or fails on its own",
    Effect.gen(function* () {
      const store = yield* AttendingStore
      yield* survivesHostileTexts(
        (text) =>
          Effect.andThen(
            store.change((transaction) => write(transaction, text)),
            store.storeEntries([{ sourceType: "mail", sourceRef: text, rawData: { text } }], {
              source: text,
              cursor: text,
            }),
          ),
        (at) => store.change((transaction) => write(transaction, `good ${at}`)),
      )
    }),
  )

  test(
    "events of the first and of the last day are stored, and counted in their years",
    Effect.gen(function* () {
      const store = yield* AttendingStore
      const days = ["0001-01-01", "0099-12-31", "9999-12-31"].map((day) => LocalDate.make(day))
      for (const day of days) {
        yield* store.change(
          Effect.fnUntraced(function* (transaction) {
            const fields = event({ day, startsAt: Date.parse(`${day}T12:00:00Z`) })
            const id = yield* transaction.addEvent(fields)
            assert.deepStrictEqual(yield* transaction.eventsOn(day), [{ id, ...fields }])
          }),
        )
      }
      assert.deepStrictEqual(
        (yield* store.stats).byYear.map(({ year }) => year),
        ["9999", "0099", "0001"],
      )
      for (const by of ["week", "month", "year"] as const)
        assert.deepStrictEqual(
          (yield* store.journal.countsByDay(everything, by)).map(({ day }) => day),
          days.map((day) => startOfBucket(day, by)),
        )
    }),
  )
}
