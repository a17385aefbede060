import { ArticleStore, type PlainText, reportProgress } from "@daybook/reading"
import { firstFault, storableText } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { makeRunDetached } from "../activity/runDetached.ts"
import { admittedSender } from "../middleware/access/admittedSender.ts"
import { makeSubmissionAuth } from "../middleware/access/submissionAuth.ts"
import { readJson, smallJson } from "../middleware/body/readJson.ts"
import { badRequest } from "../wire/errors.ts"
import { text as storable } from "../wire/query.ts"
import { KosyncApi } from "./api.ts"
import { failedFor, protocol } from "./protocol.ts"

interface Request {
  readonly request: HttpServerRequest.HttpServerRequest
}
type Failure = { readonly error: string; readonly status: number }

const json = HttpServerResponse.jsonUnsafe
const admitted = admittedSender("the user's name")

const text = Schema.optionalKey(Schema.NullOr(Schema.String))

const Update = Schema.Struct({
  document: storable("The id of the document").check(Schema.isMinLength(1), Schema.isMaxLength(255)),
  // An XPointer, or the number of a page.
  progress: Schema.Union([Schema.String, Schema.Finite]),
  percentage: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })),
  device: text,
  device_id: text,
  metadata: Schema.optionalKey(Schema.NullOr(Schema.Struct({ title: text, authors: text }))),
})
const decodeUpdate = Schema.decodeUnknownEffect(Update)

const invalid = ({ issue }: Schema.SchemaError) => {
  const { field, problem } = firstFault(issue)
  return badRequest(field === "" ? problem : `${field}: ${problem}`)
}

const inSeconds = (millis: number) => Math.floor(millis / 1_000)

const handlers = HttpApiBuilder.group(
  KosyncApi,
  "kosync",
  Effect.fn(function* (handlers) {
    const senders = yield* makeSubmissionAuth
    const { devices } = yield* ArticleStore
    const carryOn = yield* makeRunDetached<ArticleStore | PlainText>()

    const answered =
      <In, R>(work: (input: In) => Effect.Effect<unknown, Failure, R>, status = 200) =>
      (input: In) =>
        Effect.match(work(input), {
          onSuccess: (value) => json(value, { status }),
          onFailure: protocol.failed,
        })

    /** There is nothing to register: keys are made in Daybook. KOReader has one dialog for both. */
    const register = Effect.fnUntraced(function* ({ request }: Request) {
      const body = yield* readJson(request, smallJson)
      const user = Option.getOrElse(
        Schema.decodeUnknownOption(Schema.Struct({ username: Schema.String }))(body),
        () => ({ username: "" }),
      )
      const found = yield* senders.find(user.username)
      return yield* Effect.match(senders.admit(found), {
        onSuccess: () => json(user, { status: 201 }),
        onFailure: (refusal) =>
          refusal === "too many requests"
            ? failedFor(429, "Too many requests: wait a minute")
            : failedFor(402, "Use a key of Daybook with the scope submit as the user's name"),
      })
    })

    const update = Effect.fnUntraced(function* ({ request }: Request) {
      yield* admitted
      const sent = yield* Effect.mapError(decodeUpdate(yield* readJson(request, smallJson)), invalid)
      const { device, device_id: deviceId, document, metadata, percentage, progress } = sent
      const storedAt = yield* carryOn(
        reportProgress({
          document,
          progress: String(progress),
          percentage,
          device: device ?? "",
          deviceId: deviceId ?? "",
          title: metadata?.title ?? "",
          author: (metadata?.authors ?? "").replaceAll("\n", ", "),
        }),
      )
      return { document, timestamp: inSeconds(storedAt) }
    })

    const progress = Effect.fnUntraced(function* ({
      params,
    }: {
      readonly params: { readonly document: string }
    }) {
      yield* admitted
      return Option.match(yield* devices.progress(storableText(params.document)), {
        onNone: () => ({}),
        onSome: ({ deviceId, updatedAt, ...known }) => ({
          ...known,
          device_id: deviceId,
          timestamp: inSeconds(updatedAt),
        }),
      })
    })

    return handlers
      .handleRaw("health", () => Effect.succeed(json({ state: "OK" })))
      .handleRaw("register", (input) =>
        Effect.catch(register(input), (error) => Effect.succeed(protocol.failed(error))),
      )
      .handleRaw(
        "authorize",
        answered(() => Effect.as(admitted, { authorized: "OK" })),
      )
      .handleRaw("update", answered(update))
      .handleRaw("progress", answered(progress))
  }),
)

/** KOReader's protocol for progress, on the router of the activity API. */
export const layer = HttpApiBuilder.layer(KosyncApi).pipe(Layer.provide(handlers))
