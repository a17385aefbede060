import { manualImport } from "@daybook/attending"
import { type EntriesRead, exceededJsonLimit, type FileImport } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Yaml from "effect/encoding/Yaml"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** A file that is not what it should be. */
class UnreadableGames extends Schema.TaggedError<UnreadableGames>()("UnreadableGames", {
  message: Schema.String,
}) {}

const Entry = Schema.Record(Schema.String, Schema.Json)
/** The entries, as they come from the thread that has read them. */
const readGames = Schema.decodeUnknownSync(Schema.Array(Entry))
const readEntries = Schema.decodeUnknownEffect(
  Schema.Union([Schema.Array(Entry), Schema.Struct({ events: Schema.Array(Entry) })]),
)

// Entries are flat lists of fields: anything deeper is not an entry.
const bounds = { maxDepth: 32, maxValues: 1_000_000 }

const parseJson = (text: string): unknown => {
  const excess = exceededJsonLimit(new TextEncoder().encode(text), bounds)
  if (excess !== undefined) throw new Error(`it ${excess}`)
  return JSON.parse(text)
}

/** JSON is YAML too, but a JSON parser reports errors better. */
const parse = (text: string) =>
  Effect.try({
    try: (): unknown => (/^\s*[[{]/.test(text) ? parseJson(text) : Yaml.parse(text)),
    catch: (error) =>
      new UnreadableGames({
        message: error instanceof Error ? error.message : "it is neither YAML nor JSON",
      }),
  })

/** The entries of a file. */
export const gamesIn = Effect.fnUntraced(function* (text: string) {
  const entries = yield* Effect.mapError(
    readEntries(yield* parse(text)),
    () => new UnreadableGames({ message: "it contains no list of games and seasons with their fields" }),
  )
  return "events" in entries ? entries.events : entries
})

const entriesOf = (text: string): EntriesRead =>
  Result.match(Effect.runSync(Effect.result(gamesIn(text))), {
    onFailure: ({ message }) => ({ problem: message }),
    onSuccess: (entries) => ({ entries }),
  })

const storeEntries = Effect.fn("Exports.attending")(function* (
  entries: ReadonlyArray<unknown>,
  report: (done: number, all: number) => Effect.Effect<void>,
) {
  const { inserted, unmatched, updated } = yield* manualImport(readGames(entries), report)
  return {
    stored: inserted,
    known: updated,
    problems: unmatched.map(({ entry, reason }) => `${reason}: ${JSON.stringify(entry)}`),
  }
})

/**
 * True for a text with the fields that every entry has, in JSON or YAML. Logs of other programs have an `event_type`
 * and a date, too: unless the user chose the format, an entry must name a kind of game.
 */
const isGames = (text: string, isChosen: boolean): boolean =>
  /^\s*(#|-|\[|\{|events:|---)/.test(text) &&
  (isChosen ? /(^|[\s{,-])"?event_type"?\s*:/ : /(^|[\s{,-])"?event_type"?\s*:\s*["']?[a-z]+_game\b/).test(
    text,
  ) &&
  /(^|[\s{,-])"?(event_date|season)"?\s*:/.test(text)

const name = "Games and seasons"

/** The games that the owner went to, in their own list. */
export const attending: FileImport<Effect.Services<ReturnType<typeof storeEntries>>> = {
  formats: ["YAML or JSON: a list of games and seasons, or `events` with such a list"],
  note: ", whose games are looked up at the services that know them",
  formatNames: [name],
  things: "games",
  recognise: ({ text }, chosen) =>
    isGames(text, chosen !== undefined) && (chosen?.format ?? name).toLowerCase() === name.toLowerCase()
      ? { kind: "entries", format: name, entries: entriesOf }
      : undefined,
  couldBe: ({ text }) => (isGames(text, true) ? [name] : []),
  storeEntries,
}
