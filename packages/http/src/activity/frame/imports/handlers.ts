import {
  faultOfChoice,
  type FileChoice,
  ImportFiles,
  ImportId,
  ImportStore,
  KnownFormats,
  maxImportBytes,
  storableName,
} from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import {
  badRequest,
  handlersOf,
  notConfigured,
  notFound,
  paged,
  payloadTooLarge,
  requestTimeout,
} from "../../forRoutes.ts"
import { Import, Imports, ImportsGroup } from "./group.ts"

/** A sender that sends nothing for this long is gone. */
const silence = "30 seconds"

const tooLong = `The file is longer than ${maxImportBytes / 1024 ** 3} GiB: split it and upload the parts`

const keepsNone = "This server does not store files: import them on the machine that has its data"

/** The name of a file from a header: text to show, never a path. A name that cannot be decoded is used as sent. */
const fileNameOf = (header: string | undefined): string => {
  const decoded = Option.liftThrowable(decodeURIComponent)(header ?? "")
  return storableName(Option.getOrElse(decoded, () => header ?? "").replaceAll(/\p{Cc}/gu, " "), 255)
}

const lengthOf = ({ headers }: HttpServerRequest.HttpServerRequest): number | undefined => {
  const length = Number(headers["content-length"])
  return Number.isSafeInteger(length) ? length : undefined
}

/** The body as it comes. */
const bodyOf = (request: HttpServerRequest.HttpServerRequest) =>
  request.stream.pipe(
    // The server's own message would contain the URL.
    Stream.mapError(() => badRequest("The body could not be read to its end")),
    Stream.timeoutOrElse({ duration: silence, orElse: () => Stream.fail(requestTimeout) }),
  )

const isEmpty = (request: HttpServerRequest.HttpServerRequest): boolean =>
  ("body" in request.source && request.source.body === null) ||
  ((lengthOf(request) ?? 0) === 0 && request.headers["transfer-encoding"] === undefined)

export const layer = handlersOf(ImportsGroup, function* (handlers) {
  const store = yield* ImportStore
  const files = yield* ImportFiles
  const formats = yield* KnownFormats

  const found = Effect.fnUntraced(function* (id: ImportId) {
    const one = yield* store.find(id)
    return Option.isSome(one) ? one.value : yield* Effect.fail(notFound(`There is no import ${id}`))
  })

  const receive = Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    choice: FileChoice,
  ) {
    const fault = faultOfChoice(formats, choice)
    if (fault !== undefined) return yield* Effect.fail(badRequest(fault))
    if (isEmpty(request))
      return yield* Effect.fail(badRequest("The body is missing: send the file as the body"))
    if ((lengthOf(request) ?? 0) > maxImportBytes) return yield* Effect.fail(payloadTooLarge(tooLong))
    if (files === undefined) return yield* Effect.fail(notConfigured(keepsNone))
    const received = yield* files.receive(bodyOf(request), lengthOf(request)).pipe(
      Effect.catchTags({
        FileTooLong: () => Effect.fail(payloadTooLarge(tooLong)),
        StorageUnavailable: Effect.die,
      }),
    )
    const name = fileNameOf(request.headers["x-file-name"])
    const add = Effect.onError(store.add({ ...received, ...choice, name }), () => files.remove(received.file))
    return { id: yield* add }
  })

  return handlers
    .handleRaw("create", ({ query: { domain = "", format = "" }, request }) =>
      receive(request, { domain, format }),
    )
    .handle("list", ({ query }) => Effect.map(paged(query, store.list), Imports.of))
    .handle("read", ({ params }) => Effect.map(found(ImportId.make(params.id)), Import.of))
    .handle(
      "stop",
      Effect.fnUntraced(function* ({ params }) {
        const { id } = yield* found(ImportId.make(params.id))
        yield* store.end(id, { status: "failed", error: "stopped on request; what it had stored stays" })
      }),
    )
})
