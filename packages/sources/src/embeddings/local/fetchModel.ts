import { SourceError } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { createHash } from "node:crypto"
import { dirname, join } from "node:path"
import { modelFiles, recordIn, sha256 } from "./modelFiles.ts"

// https://huggingface.co/docs/hub/api: a file is identified by its git digest, a large one also by its SHA-256.
const Listing = Schema.Struct({
  sha: Schema.String,
  siblings: Schema.Array(
    Schema.Struct({
      rfilename: Schema.String,
      size: Schema.optionalKey(Schema.Natural),
      blobId: Schema.optionalKey(Schema.String),
      lfs: Schema.optionalKey(Schema.Struct({ sha256: Schema.String })),
    }),
  ),
})

/** The time without a byte after which a fetch fails. */
const silence = "60 seconds"

/** The most bytes of a file. */
const largest = 2 ** 30

/** A model on a hub with Hugging Face's API. */
export interface ModelToFetch {
  readonly url: URL
  readonly model: string
  /** The folder of models. */
  readonly folder: string
  /** Called before each file: its name and how many of its bytes are there already. */
  readonly onFile: (file: string, size: number, known: number) => Effect.Effect<void>
}

/** The files of a model on its hub. */
const openHub = Effect.fnUntraced(function* (url: URL, model: string) {
  const client = HttpClient.filterStatusOk(yield* HttpClient.HttpClient)
  const failed = (failure: SourceError["failure"], message: string) =>
    new SourceError({ source: url.host, failure, message })
  const unreachable = (what: string) => (error: HttpClientError) =>
    failed("unavailable", `${what} could not be fetched (${error.message}); run it again to carry on`)
  const address = (path: string) => new URL(`${url.pathname.replace(/\/$/, "")}/${path}`, url)

  const { sha, siblings } = yield* client.get(address(`api/models/${model}?blobs=true`)).pipe(
    Effect.flatMap(HttpClientResponse.schemaBodyJson(Listing)),
    Effect.timeout(silence),
    Effect.catchTags({
      HttpClientError: (error) => unreachable(`The list of files of ${model}`)(error),
      SchemaError: () => failed("malformed answer", `The list of files of ${model} cannot be read`),
      TimeoutError: () => failed("unavailable", `${url.host} sent nothing in ${silence}`),
    }),
  )

  /** The bytes of a file from `known` on; all of them if the hub sends no part. */
  const bytesOf = Effect.fnUntraced(function* (file: string, size: number, known: number) {
    const request = HttpClientRequest.get(address(`${model}/resolve/${sha}/${file}`)).pipe(
      // An encoding that is not requested would make other bytes of a part.
      HttpClientRequest.setHeaders({ range: `bytes=${known}-`, "accept-encoding": "identity" }),
    )
    const answer = yield* Effect.mapError(client.execute(request), unreachable(file))
    const isPart = answer.status === 206
    let count = isPart ? known : 0
    const stream = answer.stream.pipe(
      Stream.mapError(unreachable(file)),
      Stream.timeoutOrElse({
        duration: silence,
        orElse: () =>
          Stream.fail(
            failed("unavailable", `${url.host} sent nothing in ${silence}; run it again to carry on`),
          ),
      }),
      Stream.mapEffect((bytes) => {
        count += bytes.length
        return count > size
          ? Effect.fail(failed("malformed answer", `${file} is longer than ${url.host} announced`))
          : Effect.succeed(bytes)
      }),
    )
    return { isPart, stream }
  })

  return { failed, siblings, bytesOf }
})

/**
 * Downloads the files of a model, each checked against the hub's digest. It resumes a partly downloaded file. Fails
 * with `SourceError` if the hub is unreachable, lacks a file, or sends other bytes than announced.
 */
export const fetchModel = Effect.fn("Embeddings.fetchModel")(function* ({
  folder,
  model,
  onFile,
  url,
}: ModelToFetch) {
  const files = yield* FileSystem.FileSystem
  const { bytesOf, failed, siblings } = yield* openHub(url, model)

  const fetchFile = Effect.fnUntraced(function* (file: string) {
    const told = siblings.find(({ rfilename }) => rfilename === file)
    if (told?.size === undefined || told.size > largest || (told.blobId ?? told.lfs) === undefined) {
      return yield* failed("malformed answer", `${model} has no ${file} of a known size and digest`)
    }
    const { blobId, lfs, size } = told
    const isWhole = (bytes: Uint8Array) =>
      lfs === undefined
        ? createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex") === blobId
        : sha256(bytes) === lfs.sha256
    const path = join(folder, model, file)
    const part = `${path}.part`
    yield* files.makeDirectory(dirname(path), { recursive: true })
    if (yield* files.exists(path)) {
      const bytes = yield* files.readFile(path)
      if (isWhole(bytes)) return sha256(bytes)
    }
    const found = (yield* files.exists(part)) ? Number((yield* files.stat(part)).size) : 0
    const known = found > size ? 0 : found
    yield* onFile(file, size, known)
    if (known < size || found > size) {
      const { isPart, stream } = yield* bytesOf(file, size, known)
      yield* Stream.run(stream, files.sink(part, { flag: isPart ? "a" : "w" }))
    }
    const bytes = yield* files.readFile(part)
    if (!isWhole(bytes)) {
      yield* files.remove(part)
      return yield* failed(
        "malformed answer",
        `${file} does not match the checksum from ${url.host}; it was discarded`,
      )
    }
    yield* files.rename(part, path)
    return sha256(bytes)
  })

  const digests: Array<readonly [string, string]> = []
  for (const file of modelFiles) digests.push([file, yield* fetchFile(file)])
  yield* files.writeFileString(recordIn(folder, model), JSON.stringify(Object.fromEntries(digests)))
}, Effect.scoped)
