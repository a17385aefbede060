import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as UrlParams from "effect/http/UrlParams"

/** A request of the activity API. Parameters that are undefined are left out. */
export interface Question {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE"
  /** From `/v1` on, each part encoded. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
}

/** The API did not respond, or refused: the message is its own, and explains what to do. */
export class Refused extends Schema.TaggedError<Refused>()("Refused", { message: Schema.String }) {}

/** The response of a read that returns an image. */
export const ImageBytes = Schema.Struct({ mimeType: Schema.String, data: Schema.Uint8Array })

/** Calls the activity API with the key of the current assistant. */
export class ApiCalls extends Context.Service<
  ApiCalls,
  (question: Question) => Effect.Effect<unknown, Refused>
>()("daybook/http/ApiCalls") {}

/** A wait for a slow read, such as the first of a year; a sync under way is not waited for. */
const limit: Duration.Input = "60 seconds"

const Said = Schema.Struct({ error: Schema.String })
const saidIn = Schema.decodeUnknownOption(Schema.fromJsonString(Said))

const refusedBy = (status: number, text: string) =>
  new Refused({
    message: Option.match(saidIn(text), {
      onNone: () => `Daybook responded with status ${status}`,
      onSome: ({ error }) => error,
    }),
  })

const requestOf = ({ body, method = "GET", path, query = {} }: Question) => {
  const request = HttpClientRequest.make(method)(path).pipe(
    HttpClientRequest.setUrlParams(UrlParams.fromInput(query)),
  )
  return body === undefined ? request : HttpClientRequest.bodyJsonUnsafe(request, body)
}

/** Calls the API at `address`; without a key it is treated as a stranger. */
export const asksAt = (
  client: HttpClient.HttpClient,
  address: string,
  key: Redacted.Redacted | undefined,
): ApiCalls["Service"] =>
  Effect.fn("Assistants.ask")(
    function* (question: Question) {
      const request = requestOf(question).pipe(
        HttpClientRequest.prependUrl(address),
        key === undefined ? (same) => same : HttpClientRequest.bearerToken(Redacted.value(key)),
      )
      const response = yield* client.execute(request)
      const mimeType = response.headers["content-type"] ?? ""
      if (response.status < 300 && mimeType.startsWith("image/")) {
        return ImageBytes.make({ mimeType, data: new Uint8Array(yield* response.arrayBuffer) })
      }
      const text = yield* response.text
      if (response.status >= 300) return yield* refusedBy(response.status, text)
      const answer: unknown = text === "" ? {} : JSON.parse(text)
      return answer
    },
    Effect.timeout(limit),
    Effect.catchTags({
      HttpClientError: (error) =>
        Effect.andThen(
          Effect.logWarning("an assistant's request failed", error),
          Effect.fail(new Refused({ message: "Daybook cannot be reached. Is it running?" })),
        ),
      TimeoutError: () => Effect.fail(new Refused({ message: "Daybook did not respond within a minute" })),
    }),
  )

/** The caller and its rights. */
export interface Assistant {
  readonly asks: ApiCalls["Service"]
  /** True for tools that write. */
  readonly writes: boolean
  /** The names of the domains that they may read; undefined for all. */
  readonly domains?: ReadonlyArray<string> | undefined
}

/** Finds the assistant of a request by its headers. */
export type FindAssistant = (headers: Readonly<Record<string, string | undefined>>) => Assistant
