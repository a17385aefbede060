// Reads files of imports next to the thread that serves, whatever they are. It runs in a thread of the server's own program, so that it
// has the formats of each domain of it.
import { FileReader } from "@daybook/kernel"
import { Exports } from "@daybook/sources"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { createReadStream } from "node:fs"
import { parentPort } from "node:worker_threads"
import { importersOf } from "./imports/importers.ts"
import type { FileForThread, FromImportThread, ToImportThread } from "./imports/importMessages.ts"
import type { ServedDomain } from "./serving/servedDomain.ts"

export const chunkSize = 256 * 1024

/** Batches that are read and not stored: one in hand, and one that waits. */
const ahead = 2

/** Milliseconds between two notes of the bytes that are read. */
const notedEvery = 200

/** The bytes of a file, and how many of them are read. */
export const bytesOf = (path: string, onBytes: (bytes: number) => void): Stream.Stream<Uint8Array, Error> =>
  Stream.suspend(() => {
    let read = 0
    return Stream.fromAsyncIterable<Uint8Array, Error>(
      createReadStream(path, { highWaterMark: chunkSize }),
      (cause) => (cause instanceof Error ? cause : new Error(String(cause))),
    ).pipe(Stream.tap((piece) => Effect.sync(() => onBytes((read += piece.length)))))
  })

/** Reads the files that it is sent, by the formats of these domains. */
export const readForServer = (domains: ReadonlyArray<ServedDomain>): void => {
  const port = parentPort
  if (port === null) return
  const post = (message: FromImportThread) => port.postMessage(message)
  const formats = importersOf(domains)
  let reader: FileReader | undefined
  let room = ahead
  let wake = () => {}

  const hasRoom = async (): Promise<void> => {
    if (room === 0) await new Promise<void>((resolve) => (wake = resolve))
    room -= 1
  }

  const read = async ({ choice, name, path }: FileForThread) => {
    const file = (reader = new FileReader(name, formats, choice))
    room = ahead
    let noted = 0
    const note = (bytes: number) => {
      if (Date.now() - noted < notedEvery) return
      noted = Date.now()
      post({ kind: "at", bytes })
    }
    const pieces = Stream.takeUntil(Exports.unpack(bytesOf(path, note)), () => file.done)
    const reading = Stream.runForEach(
      pieces,
      Effect.fnUntraced(function* (piece) {
        for (const found of file.take(piece, yield* Clock.currentTimeMillis)) {
          yield* Effect.promise(hasRoom)
          post({ kind: "found", found })
        }
      }),
    )
    await Effect.runPromise(reading)
  }

  port.on("message", (message: ToImportThread) => {
    switch (message.kind) {
      case "file":
        read(message).then(
          () => post({ kind: "end" }),
          (cause: unknown) =>
            post({ kind: "failed", message: cause instanceof Error ? cause.message : String(cause) }),
        )
        return
      case "taken":
        room += 1
        return wake()
      case "fit":
        return reader?.fit(message.rows)
      case "skip":
        return reader?.skip(message.place)
    }
  })
}
