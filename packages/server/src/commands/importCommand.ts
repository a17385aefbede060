import { faultOfChoice, formatsOf, type Importer, importersFor } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { stat } from "node:fs/promises"
import * as CommandPorts from "./commandPorts.ts"
import { type ImportedFile, importLocally } from "../imports/importLocally.ts"
import { importersOf } from "../imports/importers.ts"
import { importViaServer } from "../imports/importViaServer.ts"
import { inWords, partInWords } from "../imports/importProgress.ts"
import { findOpenServer } from "../serving/openServer.ts"
import type { ServedDomain } from "../serving/servedDomain.ts"

/** Files that could not be imported, each already named with its reason. */
class ImportFailed extends Schema.TaggedError<ImportFailed>()("ImportFailed", { message: Schema.String }) {}

/** Prints the end of each part and of the file. */
const tell = Effect.fnUntraced(function* (path: string, { parts, ...counts }: ImportedFile, seconds: number) {
  const [only] = parts
  const understood = parts.some(({ outcome }) => outcome !== "not understood")
  for (const part of parts) {
    const line = `${parts.length === 1 ? path : `${path}: ${part.name}`}: ${partInWords(part)}`
    yield* part.outcome === "not understood" ? Console.error(line) : Console.log(line)
  }
  if (only === undefined) return yield* new ImportFailed({ message: "nothing in it could be read" })
  if (parts.length > 1) yield* Console.log(`${path}: ${inWords(counts, seconds)}`)
  return understood
})

/** Fails with the reason if a path is no file with content. */
const mustBeFile = Effect.fnUntraced(function* (path: string) {
  const found = yield* Effect.tryPromise({
    try: () => stat(path),
    catch: (cause) =>
      new ImportFailed({
        message:
          Predicate.hasProperty(cause, "code") && cause.code === "ENOENT"
            ? "there is no such file"
            : `it cannot be read (${String(cause)})`,
      }),
  })
  if (found.isDirectory()) return yield* new ImportFailed({ message: "it is a folder: name the files in it" })
  if (found.isFile() && found.size === 0) return yield* new ImportFailed({ message: "it is empty" })
})

/** The domain that is named before the files, "" if none is, and the files. */
const namedBefore = <R>(importers: ReadonlyArray<Importer<R>>, words: ReadonlyArray<string>) => {
  const [first = "", ...rest] = words
  return importers.some(({ domain }) => domain === first)
    ? { domain: first, files: rest }
    : { domain: "", files: words }
}

/** `daybook import [DOMAIN] FILE…`. */
export const importCommand = (domains: ReadonlyArray<ServedDomain>) => {
  const importers = importersOf(domains)
  return Command.make(
    "import",
    {
      words: Argument.String("file").pipe(
        Argument.variadic({ min: 1 }),
        Argument.withDescription(
          "Files of any known format, or a domain and its files: import listening FILE",
        ),
      ),
      format: Flag.String("format").pipe(
        Flag.withDefault(""),
        Flag.withDescription("The format of the files, if it cannot be detected: Last.fm"),
      ),
    },
    Effect.fnUntraced(function* ({ format, words }) {
      const { domain, files } = namedBefore(importers, words)
      const choice = { domain, format }
      const fault = faultOfChoice(formatsOf(importers), choice)
      if (fault !== undefined) return yield* new ImportFailed({ message: fault })
      const some = importersFor(importers, choice)
      if (files.length === 0) return yield* new ImportFailed({ message: `${words[0]}: name its files, too` })
      const formats = some.length === 1 ? `; known are ${some[0]?.imports.formats.join(", ")}` : ""
      /** Imports each of the files, and reports each. */
      const all = Effect.fnUntraced(function* <E extends { readonly message: string }, R>(
        importOne: (path: string) => Effect.Effect<ImportedFile, E, R>,
      ) {
        const one = Effect.fnUntraced(function* (path: string) {
          yield* mustBeFile(path)
          const start = yield* Clock.currentTimeMillis
          const imported = yield* importOne(path)
          const seconds = ((yield* Clock.currentTimeMillis) - start) / 1000
          if (!(yield* tell(path, imported, seconds)))
            return yield* new ImportFailed({ message: `nothing in it was understood${formats}` })
        })
        let failed = 0
        for (const path of files) {
          yield* Effect.catch(one(path), (error) => {
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
      const here = Effect.provide(
        all((path) => importLocally(importers, choice, path)),
        CommandPorts.layer(domains, { databaseTimeout: 15 * 60 }),
      )
      yield* Effect.catchTag(
        here,
        "FolderInUse",
        Effect.fnUntraced(function* (inUse) {
          const server = yield* findOpenServer(inUse.folder)
          if (Option.isNone(server)) return yield* inUse
          yield* all((path) => importViaServer(server.value, choice, path))
        }),
      )
    }),
  ).pipe(
    Command.withShortDescription("Import what other services export"),
    Command.withDescription(
      [
        "Import exports of other services. If a server has DATA_DIR open, the files are uploaded to it.",
        "The format is detected from the content; zip and gzip are unpacked. Each file goes to the domain that recognizes it.",
        "Name a domain before the files to let only that domain read them.",
        "Set the format with --format if it cannot be detected.",
        ...importers.flatMap(({ domain, imports: { formats, note = "" } }) => [
          `For ${domain}${note}:`,
          ...formats.map((format) => `  ${format}`),
        ]),
        "A file may be imported again, and an import may be stopped at any time: the next one resumes it.",
      ].join("\n"),
    ),
  )
}
