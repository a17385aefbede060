import { resolveInstant } from "@daybook/kernel"
import type { Exports } from "@daybook/sources"
import * as DateTime from "effect/DateTime"
import * as Result from "effect/Result"
import type { Play } from "./model.ts"

const header = "game,played_at,players,winner,minutes"

const utc = DateTime.zoneMakeNamedUnsafe("UTC")

const countOf = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : 0)

/** The files of plays that can be imported: manually, or out of a spreadsheet. */
export const formats: Exports.Formats<Play> = {
  names: [`Board games (CSV: ${header})`],
  csv: [
    {
      name: "Board games",
      // A file of another header is of another format.
      read: ([first = []]) =>
        first.join().replace(/^\uFEFF/, "") !== header
          ? undefined
          : (row) => {
              const [game = "", time = "", players = "", winner = "", minutes = ""] = row.map((one) =>
                one.trim(),
              )
              // The header itself is a row too.
              if (time === "played_at") return undefined
              if (game === "") return { problem: "no game" }
              const playedAt = resolveInstant("played_at", time, utc)
              if (Result.isFailure(playedAt)) return { problem: playedAt.failure.message }
              return {
                item: {
                  game,
                  playedAt: playedAt.success,
                  players: countOf(players),
                  winner,
                  minutes: countOf(minutes),
                },
              }
            },
    },
  ],
}
