import { type FileChoice, ImportCounts, ImportPart, ImportStatus } from "@daybook/kernel"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import { request } from "node:http"
import { basename } from "node:path"
import type { ImportedFile } from "./importLocally.ts"
import { showProgress } from "./importProgress.ts"
import type { OpenServer } from "../serving/openServer.ts"

/** The server did not take the file, or could not import it. */
class NotImported extends Schema.TaggedError<NotImported>()("NotImported", { message: Schema.String }) {}

const Refused = Schema.Struct({ error: Schema.String })
const Accepted = Schema.Struct({ id: Schema.Int })
const { known, rows, stored } = ImportCounts.fields
const Progress = Schema.Struct({
  status: ImportStatus,
  rows,
  stored,
  known,
  set_aside: ImportCounts.fields.setAside,
  seconds_left: Schema.Int,
  parts: Schema.Array(ImportPart),
  error: Schema.String,
})

const path = "/v1/admin/imports"

interface Question {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string | number>>
  /** Sends the body; without it there is none. */
  readonly send?: (to: NodeJS.WritableStream & { destroy(error?: Error): unknown }) => void
}

/** Queries the server, and reads its response by the schema. */
const ask = <A>(
  { address, key }: OpenServer,
  { headers = {}, method, path, send }: Question,
  answer: Schema.Codec<A, unknown>,
): Effect.Effect<A, NotImported> =>
  Effect.callback<{ readonly status: number; readonly text: string }, NotImported>((resume) => {
    const fail = ({ message }: Error) => resume(Effect.fail(new NotImported({ message })))
    const asked = request(`${address}${path}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${key}` },
    })
    asked.on("error", fail)
    asked.on("response", (response) => {
      let text = ""
      response.setEncoding("utf8").on("data", (piece: string) => (text += piece))
      response.on("error", fail)
      response.on("end", () => resume(Effect.succeed({ status: response.statusCode ?? 0, text })))
    })
    if (send === undefined) asked.end()
    else send(asked)
    return Effect.sync(() => asked.destroy())
  }).pipe(
    Effect.flatMap(({ status, text }) => {
      const json = Schema.fromJsonString(status < 300 ? answer : Refused)
      return Schema.decodeUnknownEffect(json)(text).pipe(
        Effect.mapError(() => new NotImported({ message: `the server responded with ${status}` })),
      )
    }),
    Effect.flatMap((told) =>
      Schema.is(Refused)(told) && !Schema.is(Progress)(told)
        ? Effect.fail(new NotImported({ message: told.error }))
        : Effect.succeed(told as A),
    ),
  )

/** Sends a file to the server that has the folder open, and shows the progress of its import there. */
export const importViaServer = Effect.fn("Server.importThere")(function* (
  server: OpenServer,
  { domain, format }: FileChoice,
  file: string,
) {
  const { size } = yield* Effect.tryPromise({
    try: () => stat(file),
    catch: (cause) => new NotImported({ message: cause instanceof Error ? cause.message : String(cause) }),
  })
  let sent = 0
  let at: typeof Progress.Type | undefined
  yield* showProgress(file, () =>
    at === undefined
      ? { doing: "sending it to the server", rows: 0, share: size === 0 ? 1 : sent / size }
      : { doing: `${at.status} at the server`, rows: at.rows, secondsLeft: at.seconds_left },
  )
  const { id } = yield* ask(
    server,
    {
      method: "POST",
      path: `${path}?${new URLSearchParams({ domain, format })}`,
      headers: { "content-length": size, "x-file-name": encodeURIComponent(basename(file).toWellFormed()) },
      send: (to) => {
        createReadStream(file, { highWaterMark: 256 * 1024 })
          .on("data", (piece) => (sent += piece.length))
          .on("error", (error) => to.destroy(error))
          .pipe(to)
      },
    },
    Accepted,
  )
  const follow = ask(server, { method: "GET", path: `${path}/${id}` }, Progress).pipe(
    Effect.tap((progress) => Effect.sync(() => (at = progress))),
    Effect.tap(({ status }) => (isEnd(status) ? Effect.void : Effect.sleep("500 millis"))),
    Effect.repeat({ until: ({ status }) => isEnd(status) }),
    Effect.onInterrupt(() => Console.error(`${file}: the server continues with it, as import ${id}`)),
  )
  const { error, set_aside: setAside, status, ...counts } = yield* follow
  if (status === "failed") return yield* new NotImported({ message: error })
  return { ...counts, setAside } satisfies ImportedFile
}, Effect.scoped)

const isEnd = (status: ImportStatus) => status === "completed" || status === "failed"
