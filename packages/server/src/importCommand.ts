import { recordBatches } from "@daybook/collecting"
import { type BatchStore, importRecords, type ImportSummary, type StorageUnavailable } from "@daybook/kernel"
import { scrobbleBatches } from "@daybook/listening"
import { recordedRunBatches } from "@daybook/running"
import { articleBatches } from "@daybook/reading"
import { Exports } from "@daybook/sources"
import { watchingBatches } from "@daybook/watching"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Struct from "effect/Struct"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { createHash } from "node:crypto"
import { gameFormats, importGames } from "./importGames.ts"
import { inWords, makeProgress, type Reading } from "./importProgress.ts"
import { readSettings } from "./settings.ts"
import * as Sources from "./sources.ts"
import * as Stores from "./stores.ts"

/** Files that could not be imported, each already named with its reason. */
class ImportFailed extends Schema.TaggedError<ImportFailed>()("ImportFailed", { message: Schema.String }) {}

const chunkSize = 256 * 1024

/** A file to import: what tells it from others whatever its name, its bytes, and where progress is told. */
interface ImportFile<E> {
  readonly fingerprint: string
  readonly bytes: Stream.Stream<Uint8Array, E>
  readonly reading: Reading
  readonly report: (summary: ImportSummary) => Effect.Effect<void>
}

/** The formats that a domain's files have, what is in them, and where it is stored. */
const importInto = <Item, R>(
  formats: Exports.Formats<Item>,
  things: string,
  store: Effect.Effect<BatchStore<Item>, never, R>,
) => ({
  formats: formats.names,
  things,
  run: Effect.fnUntraced(function* <E>({ bytes, reading, ...file }: ImportFile<E>) {
    const rows = Stream.mapArray(Exports.readExport(formats, bytes), (some) => {
      reading.records += some.length
      return some
    })
    return yield* importRecords({ ...file, rows, store: yield* store })
  }),
})

/** What each domain does with a file; a later domain adds a line. */
const byDomain = {
  listening: importInto(Exports.listening, "plays", scrobbleBatches),
  collecting: importInto(Exports.collecting, "records", recordBatches),
  running: importInto(Exports.running, "runs", recordedRunBatches),
  watching: importInto(Exports.watching, "watches and ratings", watchingBatches),
  reading: importInto(Exports.reading, "articles", articleBatches),
} as const

type Domain = keyof typeof byDomain

/** The same for every domain, so that a domain may be chosen as the program runs. */
interface DomainImport {
  readonly formats: ReadonlyArray<string>
  readonly things: string
  readonly run: <E>(
    file: ImportFile<E>,
  ) => Effect.Effect<
    ImportSummary,
    E | Exports.UnknownFormat | StorageUnavailable,
    Effect.Services<ReturnType<(typeof byDomain)[Domain]["run"]>>
  >
}

const imports: Readonly<Record<Domain, DomainImport>> = byDomain

const fingerprintOf = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const hash = createHash("sha256")
  yield* Stream.runForEach(files.stream(path, { chunkSize }), (bytes) =>
    Effect.sync(() => void hash.update(bytes)),
  )
  return hash.digest("hex")
})

/** Imports one file and says what came of it. */
const importFile = Effect.fn("Server.importFile")(function* (domain: Domain, path: string) {
  const files = yield* FileSystem.FileSystem
  const start = yield* Clock.currentTimeMillis
  const { size } = yield* files.stat(path)
  const fingerprint = yield* fingerprintOf(path)
  const reading = { totalBytes: Number(size), bytes: 0, records: 0 }
  const progress = yield* makeProgress(path, reading)
  const bytes = files.stream(path, { chunkSize }).pipe(
    Stream.map((piece) => {
      reading.bytes += piece.byteLength
      return piece
    }),
  )
  const summary = yield* imports[domain]
    .run({ fingerprint, bytes, reading, report: progress.report })
    .pipe(Effect.ensuring(progress.clear))
  const { bad, problems, read } = summary
  for (const { line, part, problem } of problems)
    yield* Console.error(`${path}:${part === "" ? "" : `${part}:`}${line}: ${problem}`)
  if (bad > problems.length) yield* Console.error(`${path}: and ${bad - problems.length} more`)
  if (bad > 0 && bad === read) return yield* new ImportFailed({ message: "nothing in it could be read" })
  const seconds = ((yield* Clock.currentTimeMillis) - start) / 1000
  yield* Console.log(`${path}: ${inWords(summary, imports[domain].things, seconds)}`)
})

/** `daybook import DOMAIN FILE…`. */
export const importCommand = Command.make(
  "import",
  {
    domain: Argument.Literals("domain", [...Struct.keys(imports), "attending"]).pipe(
      Argument.withDescription("What the files hold"),
    ),
    files: Argument.String("file").pipe(
      Argument.variadic({ min: 1 }),
      Argument.withDescription("Exports, in any of the formats"),
    ),
  },
  Effect.fnUntraced(function* ({ domain, files }) {
    // A file is stored in large pieces.
    const settings = { ...(yield* readSettings), databaseTimeout: 15 * 60 }
    const all = Effect.gen(function* () {
      let failed = 0
      for (const path of files) {
        const imported = Effect.gen(function* () {
          if (domain === "attending") yield* importGames(path)
          else yield* importFile(domain, path)
        })
        yield* Effect.catch(imported, (error) => {
          failed += 1
          return Console.error(`${path}: ${error.message}`)
        })
      }
      if (failed > 0)
        return yield* new ImportFailed({
          message: `${failed} of ${files.length} files could not be imported`,
        })
    })
    // Games are looked up at the services that know them; other files hold all there is to store.
    yield* Effect.provide(all, Layer.provideMerge(Sources.layer(settings), Stores.layer(settings)))
  }),
).pipe(
  Command.withShortDescription("Import what other services export"),
  Command.withDescription(
    [
      "Import what other services export; on PGlite while no server has the folder open.",
      "The format is found by the content; zip and gzip are unpacked.",
      ...Object.entries(imports).flatMap(([domain, { formats }]) => [
        `For ${domain}:`,
        ...formats.map((format) => `  ${format}`),
      ]),
      "For attending, whose games are looked up at the services that know them:",
      ...gameFormats.map((format) => `  ${format}`),
      "A file may be imported again, and an import may be stopped anywhere: the next one carries on.",
    ].join("\n"),
  ),
)
