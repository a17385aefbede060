import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type { FileHandle } from "node:fs/promises"
import { type IncomingMessage, request } from "node:http"
import { text } from "node:stream/consumers"
import { showProgress } from "../imports/importProgress.ts"
import type { OpenServer } from "../serving/openServer.ts"
import { writeWhole } from "./exportFile.ts"
import { ExportFailed, notExported } from "./exportError.ts"

const ask = ({ address, key }: OpenServer) =>
  Effect.callback<IncomingMessage, ExportFailed>((resume) => {
    const asked = request(`${address}/v1/admin/export`, { headers: { authorization: `Bearer ${key}` } })
    asked.on("error", (error) => resume(Effect.fail(notExported(error))))
    asked.on("response", (response) => resume(Effect.succeed(response)))
    asked.end()
  })

/** Lets the server that has the folder open write the export, and takes it from there. */
export const exportViaServer = Effect.fn("Server.exportThere")(function* (server: OpenServer, path: string) {
  let received = 0
  let length: number | undefined
  yield* showProgress(path, () =>
    length === undefined
      ? { doing: "the server writes it", rows: 0 }
      : { doing: "receiving it", rows: 0, share: received / Math.max(1, length) },
  )
  const receive = Effect.fnUntraced(function* (file: FileHandle) {
    const response = yield* ask(server)
    if (response.statusCode !== 200) {
      const said = yield* Effect.tryPromise({ try: () => text(response), catch: notExported })
      return yield* new ExportFailed({ message: `the server responded with ${response.statusCode}: ${said}` })
    }
    length = Number(response.headers["content-length"])
    // A response cut short is an error of the stream.
    yield* Effect.tryPromise({
      try: async () => {
        for await (const piece of response) {
          received += (piece as Uint8Array).length
          await file.writeFile(piece as Uint8Array)
        }
      },
      catch: notExported,
    })
    if (received !== length)
      return yield* new ExportFailed({ message: "the server's response was truncated" })
  })
  yield* writeWhole(path, receive)
  yield* Console.log(
    `${path}: ${received.toLocaleString("en")} bytes, from the server that has the folder open`,
  )
}, Effect.scoped)
