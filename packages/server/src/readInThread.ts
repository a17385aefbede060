import {
  type FileBeingRead,
  type FileChoice,
  FileUnreadable,
  type Found,
  type Importer,
  readHere,
} from "@daybook/kernel"
import { Exports } from "@daybook/sources"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import { Worker } from "node:worker_threads"
import { type FromImportThread, threadWord, type ToImportThread } from "./imports/importMessages.ts"
import { bytesOf } from "./importThread.ts"

/** A real export takes a fifth of it; without a limit a hostile one would take the server's memory. */
const maxMebibytes = 512

/** A thread without a file for this many milliseconds ends: it takes as much memory as its program. */
const idleMillis = 60_000

/** The program of this process, which a thread can run too; undefined in a process of somebody else. */
let program: string | undefined

/** Declares that this process runs the program, which calls `daybook`, and so does each thread of it. */
export const runsProgram = (path: string | undefined): void => {
  program = path
}

/** A file with its place, its name and what the owner says about it; `onBytes` hears how many of its bytes are read. */
export interface FileToRead {
  readonly path: string
  readonly name: string
  readonly choice: FileChoice
  readonly onBytes: (bytes: number) => void
}

let idle: { readonly worker: Worker; readonly end: NodeJS.Timeout } | undefined

const takeThread = (program: string): Worker => {
  if (idle === undefined)
    return new Worker(program, {
      argv: [threadWord],
      execArgv: [],
      name: "imports",
      resourceLimits: { maxOldGenerationSizeMb: maxMebibytes },
    })
  const { end, worker } = idle
  clearTimeout(end)
  idle = undefined
  worker.ref()
  return worker
}

const keepThread = (worker: Worker): void => {
  // It keeps no process from ending.
  worker.removeAllListeners()
  worker.unref()
  const end = setTimeout(() => void worker.terminate(), idleMillis).unref()
  worker.on("exit", () => {
    clearTimeout(end)
    if (idle?.worker === worker) idle = undefined
  })
  worker.on("error", () => {})
  idle = { worker, end }
}

const reasonOf = (name: string, cause: Error): string =>
  "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY"
    ? `${name} takes more than ${maxMebibytes} MiB of memory to be read: split it and import the parts`
    : `${name} could not be read: ${cause.message}`

const readInThread = (
  program: string,
  { choice, name, onBytes, path }: FileToRead,
): FileBeingRead<FileUnreadable> => {
  let worker: Worker | undefined
  const post = (message: ToImportThread) => worker?.postMessage(message, [])
  const begin = (queue: Queue.Queue<Found, FileUnreadable | Cause.Done>) => {
    const fail = (message: string) =>
      Queue.failCauseUnsafe(queue, Cause.fail(new FileUnreadable({ message })))
    const thread = (worker = takeThread(program))
    thread.removeAllListeners()
    thread.on("message", (message: FromImportThread) => {
      switch (message.kind) {
        case "found":
          return Queue.offerUnsafe(queue, message.found)
        case "at":
          return onBytes(message.bytes)
        case "failed":
          return fail(`${name} could not be read: ${message.message}`)
        case "end":
          worker = undefined
          keepThread(thread)
          return Queue.endUnsafe(queue)
      }
    })
    thread.on("error", (cause) => fail(reasonOf(name, cause)))
    thread.on("exit", (code) => fail(`${name} could not be read: its thread ended with code ${code}`))
    post({ kind: "file", path, name, choice })
  }
  /** A thread that has not come to the end of its file, since the import was stopped or failed, ends. */
  const end = Effect.promise(async () => {
    worker?.removeAllListeners().on("error", () => {})
    await worker?.terminate()
  })
  return {
    fit: (rows) => post({ kind: "fit", rows }),
    skip: (place) => post({ kind: "skip", place }),
    found: Stream.callback<Found, FileUnreadable>((queue) =>
      Effect.acquireRelease(
        Effect.sync(() => begin(queue)),
        () => end,
      ),
    ).pipe(
      Stream.rechunk(1),
      Stream.map((found) => {
        post({ kind: "taken" })
        return found
      }),
    ),
  }
}

/** Reads a file by the formats of these domains: in its own thread, if this process runs a program that can. */
export const readFile = <R>(
  importers: ReadonlyArray<Importer<R>>,
  file: FileToRead,
): FileBeingRead<FileUnreadable> => {
  if (program !== undefined) return readInThread(program, file)
  const bytes = Stream.mapError(
    bytesOf(file.path, file.onBytes),
    ({ message }) => new FileUnreadable({ message }),
  )
  return readHere(file.name, importers, Exports.unpack(bytes), file.choice)
}
