import type { GameType } from "@daybook/attending"
import { LocalDate } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { Espn } from "../../src/index.ts"
import { hastyClock } from "../hastyClock.ts"
import { type Asked, type Reply, scriptedServer } from "../scriptedServer.ts"

/** ESPN as a source, on a server that responds as the script says. */
export const espn = (script: (asked: Asked) => Reply) =>
  Effect.gen(function* () {
    const clock = hastyClock()
    const server = yield* scriptedServer(script)
    const source = yield* Espn.make({ url: new URL("/apis/site/v2/sports", server.url) })
    const asked = () => server.calls.map(({ path, query }) => `${path.slice(20)}?${query}`)
    return {
      source,
      asked,
      gamesOn: (day: string, type: GameType = "nfl_game") =>
        clock.provide(source.gamesOn(type, LocalDate.make(day))),
      season: (team: string, season: number, type: GameType = "nfl_game") =>
        clock.provide(source.seasonGames(type, team, season)),
      players: (id: string, type: GameType = "mlb_game") => clock.provide(source.players(type, id)),
    }
  }).pipe(Effect.provide(FetchHttpClient.layer))
