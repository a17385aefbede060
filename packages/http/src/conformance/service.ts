import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpMethod } from "effect/http/HttpMethod"
import { isDeepStrictEqual } from "node:util"

/** A server to check, and the data that its checks write to. */
export interface Target {
  /** The URL of the service, without `/v1`. */
  readonly url: string
  readonly workspace: string
  readonly key: string
  readonly version: "live" | "test"
  /** The longest time to wait until an accepted request is applied, in milliseconds. */
  readonly waitMillis: number
}

export interface Reply {
  readonly status: number
  /** The parsed JSON of the body; undefined if it is not JSON. */
  readonly body: unknown
}

/** The server does not do what it promises. */
export class Broken extends Schema.TaggedError<Broken>()("Broken", { message: Schema.String }) {}

/** The server has no such operation. */
export class NotOffered extends Schema.TaggedError<NotOffered>()("NotOffered", { message: Schema.String }) {}

type Properties = Readonly<Record<string, unknown>>

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The field of a body. */
export const fieldOf = (body: unknown, field: string): unknown =>
  typeof body === "object" && body !== null ? (body as Properties)[field] : undefined

/** Makes the calls of a server. */
const makeCalls = Effect.fnUntraced(function* (target: Target) {
  const client = yield* HttpClient.HttpClient

  const ask = Effect.fnUntraced(
    function* (
      method: HttpMethod,
      path: string,
      {
        body,
        headers = {},
        key = target.key,
        workspace = target.workspace,
      }: {
        readonly body?: unknown
        readonly headers?: Readonly<Record<string, string>>
        readonly key?: string
        readonly workspace?: string
      } = {},
    ) {
      const url = `${target.url.replace(/\/$/, "")}/v1/${workspace}/${target.version}/${path}`
      const sent = HttpClientRequest.make(method)(url, {
        headers: { authorization: `Bearer ${key}`, ...headers },
        body: body === undefined ? HttpBody.empty : HttpBody.text(JSON.stringify(body), "application/json"),
      })
      const reply = yield* client.execute(sent)
      return { status: reply.status, body: parse(yield* reply.text) } satisfies Reply
    },
    Effect.mapError((error) => new Broken({ message: `no answer: ${error.message}` })),
  )

  /**
   * Fails unless the response has this status. One that says there is no such path is an operation that is not offered.
   */
  const expecting = Effect.fnUntraced(function* (
    status: number,
    asked: Effect.Effect<Reply, Broken>,
    what: string,
  ) {
    const reply = yield* asked
    if (reply.status === status) return reply
    if (reply.status === 404 || reply.status === 405) return yield* new NotOffered({ message: what })
    return yield* new Broken({
      message: `${what} returned ${reply.status} instead of ${status}: ${JSON.stringify(reply.body)}`,
    })
  })

  return { ask, expecting }
})

/** Makes the functions that use a server. Their names and ids are unique to this run. */
export const makeService = Effect.fnUntraced(function* (target: Target) {
  const { ask, expecting } = yield* makeCalls(target)
  const run = crypto.randomUUID().slice(0, 8)
  const used = new Set<string>()

  const send = (operation: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    expecting(202, ask("POST", `profiles/properties/${operation}`, { body, headers }), operation)

  const profilePath = (id: string) => `profiles/${encodeURIComponent(id)}`

  /** The properties of a profile; undefined if there is none. */
  const properties = (id: string) =>
    Effect.map(ask("GET", profilePath(id)), ({ body, status }) =>
      status === 200 ? fieldOf(body, "properties") : undefined,
    )

  /** Waits until something is as expected. */
  const until = Effect.fnUntraced(function* (
    read: Effect.Effect<unknown, Broken>,
    expected: unknown,
    what: string,
  ) {
    const end = performance.now() + target.waitMillis
    for (;;) {
      const found = yield* read
      if (isDeepStrictEqual(found, expected)) return
      if (performance.now() > end) {
        const message = `${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`
        return yield* new Broken({ message })
      }
      yield* Effect.sleep("50 millis")
    }
  })

  return {
    ask,
    expecting,
    send,
    profilePath,
    properties,
    until,
    /** Waits until a profile has these properties. */
    has: (id: string, expected: Properties | undefined) =>
      until(properties(id), expected, `the profile ${id}`),
    /** A distinct id of this run. */
    id: (name: string) => {
      const id = `conformance-${run}-${name}`
      used.add(id)
      return id
    },
    /** A name of a property that no earlier run has given a type. */
    name: (name: string) => `conformance_${run}_${name}`,
    /** Erases the profiles of this run. */
    clean: Effect.suspend(() =>
      Effect.forEach(used, (id) => Effect.ignore(ask("DELETE", profilePath(id))), { discard: true }),
    ),
  }
})

export type Service = Effect.Success<ReturnType<typeof makeService>>
