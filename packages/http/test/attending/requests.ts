import type { Game, GameSource, GameTeam } from "@daybook/attending"
import { LocalDate } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { readAs } from "../replies.ts"
import { type TestServer } from "../testServer.ts"

export const sourcesPath = "/v1/admin/attending/sources"

export const importPath = "/v1/admin/sync/attending/manual-import"

export const Row = Schema.Struct({
  id: Schema.Int,
  source_type: Schema.String,
  source_ref: Schema.String,
  raw_data: Schema.Record(Schema.String, Schema.Unknown),
  event_id: Schema.optionalKey(Schema.Int),
  created_at: Schema.String,
})

const team = (id: string, name: string): GameTeam => ({ id, name, nickname: "", abbreviation: "", score: 3 })

export const game = (id: string, day: string, more: Partial<Game> = {}): Game => ({
  id,
  type: "mlb_game",
  day: LocalDate.make(day),
  startsAt: Date.parse(`${day}T23:10:00Z`),
  number: undefined,
  phase: "regular",
  state: "final",
  home: team("1", "Springfield Isotopes"),
  away: team("2", "Ogdenville Atoms"),
  neutral: false,
  venue: { id: "17", name: "Duff Park", city: "Springfield", timeZone: "America/Chicago" },
  ...more,
})

export const knows = (
  games: ReadonlyArray<Game>,
  around: <A>(answer: Effect.Effect<A>) => Effect.Effect<A> = (answer) => answer,
): GameSource => ({
  name: "mlb",
  types: ["mlb_game"],
  gamesOn: (_type, day) => around(Effect.succeed(games.filter((one) => one.day === day))),
  seasonGames: () => around(Effect.succeed(games)),
  players: () =>
    Effect.succeed([
      { id: "7", name: "Al Salt", firstName: "Al", lastName: "Salt", jersey: "5", teamId: "1" },
    ]),
})

export const concert = {
  title: "The Paper Lanterns",
  event_date: "2024-05-06",
  location: "Lantern Hall",
  performers: ["The Paper Lanterns"],
}

export const add = (server: TestServer, raw_data: unknown, source_ref = JSON.stringify(raw_data)) =>
  server.command("POST", sourcesPath, { body: { source_type: "manual", source_ref, raw_data } })

export const addRow = (server: TestServer, raw_data: unknown, source_ref?: string) =>
  Effect.map(add(server, raw_data, source_ref), (reply) => readAs(Row, reply).id)

export const promote = (server: TestServer, id: number | string, body?: unknown) =>
  server.command("POST", `${sourcesPath}/${id}/promote`, body === undefined ? {} : { body })

export const entry = (event_date: string, more: object = {}) => ({
  event_date,
  event_type: "mlb_game",
  team_id: 1,
  ...more,
})

export const importing = (server: TestServer, ...events: ReadonlyArray<unknown>) =>
  server.command("POST", importPath, { body: { events } })
