import { everything } from "@daybook/kernel"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { PlayStore } from "./ports.ts"

/** `daybook board-games`: the ten most played games. */
export const boardGamesCommand = Command.make("board-games", {}, () =>
  Effect.gen(function* () {
    const { games } = yield* PlayStore
    const { items } = yield* games(everything, { page: 1, limit: 10 })
    for (const [at, { game, plays }] of items.entries()) yield* Console.log(`${at + 1}. ${game}: ${plays}`)
  }),
).pipe(Command.withDescription("Show the ten games that were played most"))
