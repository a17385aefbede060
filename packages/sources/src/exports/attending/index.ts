import { type ImportedGames, manualImport, type RawData } from "@daybook/attending"
import { storageRoom } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Yaml from "effect/encoding/Yaml"
import type { EntryImport } from "../fileImport.ts"
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

const outcomeOf = (
  { inserted, notAttended, unmatched, updated }: ImportedGames,
  entries: ReadonlyArray<RawData>,
): string =>
  [
    `${inserted} games stored`,
    `${updated} known already`,
    ...(notAttended > 0 ? [`${notAttended} of them not attended`] : []),
    ...(unmatched.length > 0 ? [`${unmatched.length} not found`] : []),
    `${entries.length} entries`,
  ].join("; ")

const runImport = Effect.fn("Exports.attending")(function* (
  text: string,
  report: (done: number, all: number) => Effect.Effect<void>,
) {
  yield* storageRoom
  const entries = yield* gamesIn(text)
  const imported = yield* manualImport(entries, report)
  return {
    outcome: outcomeOf(imported, entries),
    problems: imported.unmatched.map(({ entry, reason }) => `${reason}: ${JSON.stringify(entry)}`),
  }
})

/** The games that a person went to, as they wrote them down. */
export const attending: EntryImport<Effect.Services<ReturnType<typeof runImport>>> = {
  kind: "entries",
  formats: ["YAML or JSON: a list of games and seasons, or `events` with such a list"],
  note: ", whose games are looked up at the services that know them",
  run: runImport,
}
