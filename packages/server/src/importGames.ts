import { type ImportedGames, manualImport, type RawData } from "@daybook/attending"
import { storageRoom } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Yaml from "effect/encoding/Yaml"
import * as FileSystem from "effect/FileSystem"
import * as Schema from "effect/Schema"
import { makeCount } from "./importProgress.ts"

/** What a person writes of the games that he or she went to. */
export const gameFormats = ["YAML or JSON: a list of games and seasons, or `events` with such a list"]

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

const inWords = ({ inserted, notAttended, unmatched, updated }: ImportedGames): string =>
  [
    `${inserted} games stored`,
    `${updated} known already`,
    ...(notAttended > 0 ? [`${notAttended} of them not attended`] : []),
    ...(unmatched.length > 0 ? [`${unmatched.length} not found`] : []),
  ].join("; ")

const entryInWords = (entry: RawData): string => JSON.stringify(entry)

/** Imports the games of one file and says what came of it. */
export const importGames = Effect.fn("Server.importGames")(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  yield* storageRoom
  const start = yield* Clock.currentTimeMillis
  const entries = yield* gamesIn(yield* files.readFileString(path))
  const progress = yield* makeCount(path)
  const imported = yield* manualImport(entries, progress.report).pipe(Effect.ensuring(progress.clear))
  for (const { entry, reason } of imported.unmatched)
    yield* Console.error(`${path}: ${reason}: ${entryInWords(entry)}`)
  const seconds = Math.round(((yield* Clock.currentTimeMillis) - start) / 1000)
  yield* Console.log(`${path}: ${inWords(imported)}; ${entries.length} entries in ${seconds} s`)
})
