import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import { EpochMillis } from "../dates/calendar.ts"
import type { DomainFormats } from "./chosenFormat.ts"
import type { StorageUnavailable } from "../errors.ts"
import { ImportCounts, type ImportPart } from "./importedFile.ts"
import type { EndedPart } from "./importFile.ts"
import type { Page, PageRequest } from "../page.ts"

export const ImportId = Schema.Int.pipe(Schema.brand("ImportId"))
export type ImportId = typeof ImportId.Type

/** `failed` includes imports that were stopped: `error` says which. Stored items stay. */
export const ImportStatus = Schema.Literals(["waiting", "running", "completed", "failed"])
export type ImportStatus = typeof ImportStatus.Type

/** An import of a file that was sent to a server. */
export const ImportRecord = Schema.Struct({
  id: ImportId,
  /** The file name that the client sent; "" without one. */
  name: Schema.String,
  /** The file's name on the server that received it. */
  file: Schema.String,
  /** Equal for the same content. */
  fingerprint: Schema.String,
  /** The domain that the sender names; "" where the content decides. */
  domain: Schema.String,
  /** The format that the sender names; "" where the content decides. */
  format: Schema.String,
  status: ImportStatus,
  ...ImportCounts.fields,
  /** 0 while it is unknown, and once the import has ended. */
  secondsLeft: Schema.Int,
  receivedAt: EpochMillis,
  finishedAt: Schema.UndefinedOr(EpochMillis),
  /** "" unless it failed, or cannot continue for now. */
  error: Schema.String,
  /** How often it was started since it last stored something. It restarts only if its process has ended. */
  attempts: Schema.Int,
})
export type ImportRecord = typeof ImportRecord.Type

/** An import with parts of it, in their order. */
export interface ImportWithParts extends ImportRecord {
  readonly parts: ReadonlyArray<ImportPart>
}

/** A received file, with its sender's description, if any. */
export type ReceivedFile = Pick<ImportRecord, "name" | "file" | "fingerprint"> &
  Partial<Pick<ImportRecord, "domain" | "format">>

/** The number of finished imports on record, the newest; unfinished ones are all kept. */
export const keptImports = 200

/** The parts of an import that a list shows. */
export const partsInList = 20

/** The imports of files that were sent to servers. */
export class ImportStore extends Context.Service<
  ImportStore,
  {
    /** Puts a file that was received on record, as waiting. The oldest imports past `keptImports` leave. */
    readonly add: (file: ReceivedFile) => Effect.Effect<ImportId>
    /** An import with all of its parts. */
    readonly find: (id: ImportId) => Effect.Effect<Option.Option<ImportWithParts>>
    /** Newest first, with the first `partsInList` parts of each. */
    readonly list: (page: PageRequest) => Effect.Effect<Page<ImportWithParts>>
    /** Those that wait or run, oldest first. */
    readonly unfinished: Effect.Effect<ReadonlyArray<ImportRecord>>
    /** The parts that have ended. */
    readonly ended: (id: ImportId) => Effect.Effect<ReadonlyArray<EndedPart>>
    /**
     * Records that an import is running, its progress, and the files that have ended since. False if it was stopped:
     * then nothing is recorded.
     */
    readonly progress: (
      id: ImportId,
      counts: ImportCounts & Pick<ImportRecord, "attempts" | "secondsLeft">,
      ended: ReadonlyArray<EndedPart>,
    ) => Effect.Effect<boolean>
    /**
     * Records that an import is waiting, and why, until its next progress: no process died on it. False if it has
     * ended.
     */
    readonly wait: (id: ImportId, reason: string) => Effect.Effect<boolean>
    /** Ends a waiting or running import. False if it has already ended, or does not exist. */
    readonly end: (
      id: ImportId,
      end: { readonly status: "completed" | "failed"; readonly error: string },
    ) => Effect.Effect<boolean>
  }
>()("daybook/kernel/ImportStore") {}

/** The longest file that is received. */
export const maxImportBytes = 4 * 1024 ** 3

/** A file is longer than `maxImportBytes`. */
export class FileTooLong extends Schema.TaggedError<FileTooLong>()("FileTooLong", {}) {}

/** A file cannot be read to its end: its reader died. The message says why, and what to do. */
export class FileUnreadable extends Schema.TaggedError<FileUnreadable>()("FileUnreadable", {
  message: Schema.String,
}) {}

/** An uploaded file. */
export interface UploadedFile {
  /** A path from which another thread can read it, if there is one. */
  readonly path?: string
  readonly length: number
  readonly bytes: Stream.Stream<Uint8Array, StorageUnavailable>
}

/** Files that were sent to this server, for as long as their import takes. */
export interface UploadStore {
  /**
   * Stores a file as it arrives, never in memory, and returns its name here. After a failure or an interruption
   * nothing of it is left. `length` is the size that the client announces: a file without enough disk space is
   * refused before it arrives.
   */
  readonly receive: <E>(
    bytes: Stream.Stream<Uint8Array, E>,
    length: number | undefined,
  ) => Effect.Effect<Pick<ReceivedFile, "file" | "fingerprint">, E | FileTooLong | StorageUnavailable>
  /** None if another server has it, or no server does. */
  readonly open: (file: string) => Effect.Effect<Option.Option<UploadedFile>>
  readonly remove: (file: string) => Effect.Effect<void>
  /**
   * Removes all other files, and the remains of incomplete uploads. A file that has just arrived stays, since it may
   * not be on record yet.
   */
  readonly sweep: (keep: ReadonlySet<string>) => Effect.Effect<void>
}

/** The uploaded files; undefined if the host stores none, and then no file can be sent. */
export const ImportFiles = Context.Reference<UploadStore | undefined>("daybook/kernel/ImportFiles", {
  defaultValue: () => undefined,
})

/** The formats that a host's imports know: those that a sender of a file can name. */
export const KnownFormats = Context.Reference<ReadonlyArray<DomainFormats>>("daybook/kernel/KnownFormats", {
  defaultValue: () => [],
})
