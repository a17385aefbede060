import type { Exports } from "@daybook/sources"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { createHash } from "node:crypto"
import * as CommandPorts from "./commandPorts.ts"
import { inWords, makeCount, makeProgress } from "./importProgress.ts"
import type { ServedDomain } from "./servedDomain.ts"

/** Files that could not be imported, each already named with its reason. */
class ImportFailed extends Schema.TaggedError<ImportFailed>()("ImportFailed", { message: Schema.String }) {}

const chunkSize = 256 * 1024

const fingerprintOf = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const hash = createHash("sha256")
  yield* Stream.runForEach(files.stream(path, { chunkSize }), (bytes) =>
    Effect.sync(() => void hash.update(bytes)),
  )
  return hash.digest("hex")
})

/** Imports a file of records and prints the outcome. */
const importRecordFile = Effect.fn("Server.importRecordFile")(function* <R>(
  { run, things }: Exports.RecordImport<R>,
  path: string,
) {
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
  const onRead = (records: number) => {
    reading.records += records
  }
  const summary = yield* run({ fingerprint, bytes, onRead, report: progress.report }).pipe(
    Effect.ensuring(progress.clear),
  )
  const { bad, problems, read } = summary
  for (const { line, part, problem } of problems)
    yield* Console.error(`${path}:${part === "" ? "" : `${part}:`}${line}: ${problem}`)
  if (bad > problems.length) yield* Console.error(`${path}: and ${bad - problems.length} more`)
  if (bad > 0 && bad === read) return yield* new ImportFailed({ message: "nothing in it could be read" })
  const seconds = ((yield* Clock.currentTimeMillis) - start) / 1000
  yield* Console.log(`${path}: ${inWords(summary, things, seconds)}`)
})

/** Imports a file of entries, each of which is looked up at a service, and prints the outcome. */
const importEntryFile = Effect.fn("Server.importEntryFile")(function* <R>(
  { run }: Exports.EntryImport<R>,
  path: string,
) {
  const files = yield* FileSystem.FileSystem
  const start = yield* Clock.currentTimeMillis
  const text = yield* files.readFileString(path)
  const progress = yield* makeCount(path)
  const { outcome, problems } = yield* run(text, progress.report).pipe(Effect.ensuring(progress.clear))
  for (const problem of problems) yield* Console.error(`${path}: ${problem}`)
  const seconds = Math.round(((yield* Clock.currentTimeMillis) - start) / 1000)
  yield* Console.log(`${path}: ${outcome} in ${seconds} s`)
})

/** `daybook import DOMAIN FILE…`. */
export const importCommand = (domains: ReadonlyArray<ServedDomain>) => {
  const imported = domains.flatMap(({ domain, imports }) =>
    imports === undefined ? [] : [[domain.name, imports] as const],
  )
  return Command.make(
    "import",
    {
      imports: Argument.ChoiceWithValue("domain", imported).pipe(
        Argument.withDescription("What the files hold"),
      ),
      files: Argument.String("file").pipe(
        Argument.variadic({ min: 1 }),
        Argument.withDescription("Exports, in any of the formats"),
      ),
    },
    Effect.fnUntraced(function* ({ files, imports }) {
      const all = Effect.gen(function* () {
        let failed = 0
        for (const path of files) {
          const one =
            imports.kind === "records" ? importRecordFile(imports, path) : importEntryFile(imports, path)
          yield* Effect.catch(one, (error) => {
            failed += 1
            return Console.error(`${path}: ${error.message}`)
          })
        }
        if (failed > 0)
          return yield* new ImportFailed({
            message: `${failed} of ${files.length} files could not be imported`,
          })
      })
      // A file is stored in large batches, which take longer than a request may.
      yield* Effect.provide(all, CommandPorts.layer(domains, { databaseTimeout: 15 * 60 }))
    }),
  ).pipe(
    Command.withShortDescription("Import what other services export"),
    Command.withDescription(
      [
        "Import what other services export; on PGlite while no server has the folder open.",
        "The format is found by the content; zip and gzip are unpacked.",
        ...imported.flatMap(([name, imports]) => [
          `For ${name}${imports.kind === "entries" ? imports.note : ""}:`,
          ...imports.formats.map((format) => `  ${format}`),
        ]),
        "A file may be imported again, and an import may be stopped anywhere: the next one carries on.",
      ].join("\n"),
    ),
  )
}
