import { InvalidInput, maxImportBytes } from "@daybook/kernel"
import {
  isDistinctId,
  type ImportStopped,
  makeExportProfiles,
  makeImportProfiles,
  ProfileFormat,
  type SettingField,
} from "@daybook/profiles"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"
import * as Stream from "effect/Stream"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { nosniff } from "../middleware/rateLimitHeaders.ts"
import { queryOf } from "../middleware/routing/target.ts"
import { json } from "./responses.ts"
import { overQuota } from "./accepting.ts"
import { type Entered, fit, type Route } from "./entered.ts"
import type { ImportAnswer } from "./movingGroup.ts"
import { isGzip, notGzip, unreadable } from "./requests/readBody.ts"
import { Refusal, refuse } from "./refusals.ts"

const isFormat = Schema.is(ProfileFormat)

/** The format that a query names, else a header's media type. */
const readFormat = (query: URLSearchParams, mediaTypes = ""): ProfileFormat | InvalidInput => {
  const format = query.get("format") ?? (/\btext\/csv\b/i.test(mediaTypes) ? "csv" : "jsonl")
  return isFormat(format)
    ? format
    : new InvalidInput({ field: "format", message: `format must be ${ProfileFormat.literals.join(" or ")}` })
}

const fields: Readonly<Record<string, SettingField>> = { "set-once": "$once", set: "$set" }

const readField = (query: URLSearchParams): SettingField | InvalidInput =>
  fields[query.get("operation") ?? "set-once"] ??
  new InvalidInput({ field: "operation", message: "operation must be set-once or set" })

const readAfter = (query: URLSearchParams): string | undefined | InvalidInput => {
  const after = query.get("after") ?? undefined
  return after === undefined || isDistinctId(after)
    ? after
    : new InvalidInput({
        field: "after",
        message: "after must be the distinct_id of the last line that came",
      })
}

const contentTypes: Readonly<Record<ProfileFormat, string>> = {
  jsonl: "application/jsonl",
  csv: "text/csv; charset=utf-8",
}

// A sender that falls silent times out; everything it sent is imported.
const silence = "30 seconds"

// Each holds some batches, and the longest line at the most. A workspace's own rate may make its imports take days.
const importsAtOnce = { all: 4, workspace: 2 }

const tooLarge = refuse(
  "too_large",
  413,
  `The file is longer than ${maxImportBytes / 1024 ** 3} GiB: split it and send the parts`,
)
const tooSlow = refuse("unfit", 408, "The body did not arrive in time: send it without pauses")
const notText = refuse("unfit", 400, "The body must be in UTF-8")
const busy = refuse(
  "bodies_full",
  503,
  "Too many imports are under way: come back after the seconds in Retry-After",
  { "retry-after": "5" },
)

type Bytes = Stream.Stream<Uint8Array, Refusal>

/** A body that may be long. */
const bounded = (bytes: Bytes): Bytes =>
  Stream.suspend(() => {
    let length = 0
    return Stream.mapEffect(bytes, (piece) => {
      length += piece.length
      return length > maxImportBytes ? Effect.fail(tooLarge) : Effect.succeed(piece)
    })
  })

const inflated = (bytes: Bytes): Bytes =>
  Stream.fromReadableStream({
    evaluate: () =>
      Stream.toReadableStream(bytes).pipeThrough<Uint8Array>(new DecompressionStream("gzip") as never),
    onError: (error) => (error instanceof Refusal ? error : notGzip),
  })

const textOf = (bytes: Bytes): Stream.Stream<string, Refusal> =>
  Stream.suspend(() => {
    const decoder = new TextDecoder("utf-8", { fatal: true })
    const decode = (piece?: Uint8Array) =>
      Effect.try({ try: () => decoder.decode(piece, { stream: piece !== undefined }), catch: () => notText })
    return Stream.concat(Stream.mapEffect(bytes, decode), Stream.fromEffect(Effect.suspend(() => decode())))
  })

/** The text of a body as it comes. */
const piecesOf = (request: HttpServerRequest): Stream.Stream<string, Refusal> | Refusal => {
  const packed = isGzip(request.headers)
  if (packed instanceof Refusal) return packed
  if (Number(request.headers["content-length"] ?? 0) > maxImportBytes) return tooLarge
  const sent = request.stream.pipe(
    Stream.mapError(() => unreadable),
    Stream.timeoutOrElse({ duration: silence, orElse: () => Stream.fail(tooSlow) }),
  )
  return textOf(bounded(packed ? inflated(bounded(sent)) : sent))
}

const refusalOf = (error: InvalidInput | ImportStopped | Refusal): Refusal => {
  if (error instanceof Refusal) return error
  if (error instanceof InvalidInput) return refuse("unfit", 400, error.message)
  return overQuota(
    error.quota,
    `. The lines before line ${error.line} are imported: raise the quota and send the file again`,
  )
}

/** Makes the routes that export and import a workspace. */
export const makeMovingRoutes = Effect.gen(function* () {
  const exportProfiles = yield* makeExportProfiles
  const importProfiles = yield* makeImportProfiles
  const importing = Semaphore.makeUnsafe(importsAtOnce.all)
  const inWorkspaces = new Map<string, number>()

  /** Runs an import; nothing if too many are under way. */
  const ifFree = <A, E>(workspace: string, work: Effect.Effect<A, E>) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const others = inWorkspaces.get(workspace) ?? 0
        inWorkspaces.set(workspace, others + 1)
        return others
      }),
      (others) =>
        others < importsAtOnce.workspace ? importing.withPermitsIfAvailable(1)(work) : Effect.succeedNone,
      () =>
        Effect.sync(() => {
          const others = (inWorkspaces.get(workspace) ?? 1) - 1
          if (others > 0) inWorkspaces.set(workspace, others)
          else inWorkspaces.delete(workspace)
        }),
    )

  const exportFile = Effect.fnUntraced(function* ({ at, request }: Entered) {
    const query = queryOf(request.url)
    const format = yield* fit(readFormat(query, request.headers["accept"]))
    const after = yield* fit(readAfter(query))
    return HttpServerResponse.stream(Stream.encodeText(yield* exportProfiles(at, format, after)), {
      contentType: contentTypes[format],
      headers: {
        "cache-control": "private, no-cache",
        "content-disposition": `attachment; filename="profiles.${format}"`,
        ...nosniff,
      },
    })
  })

  const importFile = Effect.fnUntraced(function* ({ at, limits, request }: Entered) {
    const query = queryOf(request.url)
    const format = yield* fit(readFormat(query, request.headers["content-type"]))
    const field = yield* fit(readField(query))
    const pieces = piecesOf(request)
    if (pieces instanceof Refusal) return yield* Effect.fail(pieces)
    const imported = importProfiles(at, limits, { format, field, pieces }).pipe(Effect.mapError(refusalOf))
    const report = yield* ifFree(at.workspace, imported)
    if (Option.isNone(report)) return yield* Effect.fail(busy)
    return json(JSON.stringify(report.value satisfies typeof ImportAnswer.Type))
  })

  const routes: ReadonlyArray<Route> = [
    ["GET", "/v1/:wsid/:version/export", exportFile],
    ["POST", "/v1/:wsid/:version/import", importFile],
  ]
  return routes
})
