import { LocalDate } from "@daybook/kernel"
import { expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { Mlb } from "../../src/index.ts"
import { hastyClock } from "../hastyClock.ts"
import { game, schedule } from "./samples.ts"
import { type Asked, type Reply, scriptedServer } from "../scriptedServer.ts"

export const mlb = (script: (asked: Asked) => Reply) =>
  Effect.gen(function* () {
    const clock = hastyClock()
    const server = yield* scriptedServer(script)
    const source = yield* Mlb.make({ url: server.url })
    return {
      calls: server.calls,
      gamesOn: (day: string) => clock.provide(source.gamesOn("mlb_game", LocalDate.make(day))),
      season: (team: string, season: number) => clock.provide(source.seasonGames("mlb_game", team, season)),
      venuePosition: (id: string) =>
        clock.provide(source.venuePosition?.(id) ?? Effect.die("it knows positions")),
      players: (id: string) => clock.provide(source.players("mlb_game", id)),
    }
  }).pipe(Effect.provide(FetchHttpClient.layer))

/** The one game of 6 May 2023 that is read from an entry of the schedule. */
export const read = (more: Record<string, unknown>) =>
  Effect.gen(function* () {
    const { gamesOn } = yield* mlb(() => schedule({ "2023-05-06": [game(1, "2023-05-06", more)] }))
    const games = yield* gamesOn("2023-05-06")
    expect(games).toHaveLength(1)
    return games[0]
  })
