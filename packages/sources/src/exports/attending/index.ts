import { manualImport } from "@daybook/attending"
import type { FileImport } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Yaml from "effect/encoding/Yaml"
import * as Schema from "effect/Schema"

/** A file that is not what it should be. */
class UnreadableGames extends Schema.TaggedError<UnreadableGames>()("UnreadableGames", {
  message: Schema.String,
}) {}

const Entry = Schema.Record(Schema.String, Schema.Json)
const readEntries = Schema.decodeUnknownEffect(
  Schema.Union([Schema.Array(Entry), Schema.Struct({ events: Schema.Array(Entry) })]),
)

/** JSON is YAML too, but a parser of its own says better what is wrong with it. */
const parse = (text: string) =>
  Effect.try({
    try: (): unknown => (/^\s*[[{]/.test(text) ? JSON.parse(text) : Yaml.parse(text)),
    catch: (error) =>
      new UnreadableGames({
        message: error instanceof Error ? error.message : "it is neither YAML nor JSON",
      }),
  })

/** The entries of a file. */
export const gamesIn = Effect.fnUntraced(function* (text: string) {
  const entries = yield* Effect.mapError(
    readEntries(yield* parse(text)),
    () => new UnreadableGames({ message: "it holds no list of games and seasons, each with its fields" }),
  )
  return "events" in entries ? entries.events : entries
})

const runImport = Effect.fn("Exports.attending")(function* (
  text: string,
  report: (done: number, all: number) => Effect.Effect<void>,
) {
  const entries = yield* gamesIn(text)
  const { inserted, unmatched, updated } = yield* manualImport(entries, report)
  return {
    stored: inserted,
    known: updated,
    problems: unmatched.map(({ entry, reason }) => `${reason}: ${JSON.stringify(entry)}`),
  }
})

/**
 * True for a text with the fields that every entry has, in JSON or YAML. Logs of other programs have an `event_type` and a date,
 * too: unless the person says so, an entry must name a kind of game.
 */
const isGames = (text: string, isChosen: boolean): boolean =>
  /^\s*(#|-|\[|\{|events:|---)/.test(text) &&
  (isChosen ? /(^|[\s{,-])"?event_type"?\s*:/ : /(^|[\s{,-])"?event_type"?\s*:\s*["']?[a-z]+_game\b/).test(
    text,
  ) &&
  /(^|[\s{,-])"?(event_date|season)"?\s*:/.test(text)

const name = "Games and seasons"

/** The games that a person went to, as they wrote them down. */
export const attending: FileImport<Effect.Services<ReturnType<typeof runImport>>> = {
  formats: ["YAML or JSON: a list of games and seasons, or `events` with such a list"],
  note: ", whose games are looked up at the services that know them",
  formatNames: [name],
  things: "games",
  recognise: ({ text }, chosen) =>
    isGames(text, chosen !== undefined) && (chosen?.format ?? name).toLowerCase() === name.toLowerCase()
      ? { kind: "entries", format: name, run: runImport }
      : undefined,
  couldBe: ({ text }) => (isGames(text, true) ? [name] : []),
}
