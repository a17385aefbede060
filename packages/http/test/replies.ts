import { assert } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { jsonOf, type Reply } from "./ask.ts"

/** Reads a response's JSON as a shape of the contract: nothing may be missing, and nothing be there next to it. */
export const readAs = <S extends Schema.Decoder<unknown>>(shape: S, reply: Reply): S["Type"] => {
  assert.match(reply.headers["content-type"] ?? "", /^application\/json\b/, reply.text)
  return Schema.decodeUnknownSync(shape, { onExcessProperty: "error" })(jsonOf(reply))
}

const header = (reply: Reply, name: string): number => {
  const text = reply.headers[name]
  assert.match(String(text), /^\d+$/, `${name} of a ${reply.status}`)
  return Number(text)
}

/** The rate limit that a response reports. */
export const standing = (reply: Reply) => ({
  limit: header(reply, "x-ratelimit-limit"),
  remaining: header(reply, "x-ratelimit-remaining"),
  reset: header(reply, "x-ratelimit-reset"),
})

const Failure = Schema.Struct({ error: Schema.NonEmptyString, status: Schema.Int })

/** That a response is an error as the contract has it: body, content type and headers. Returns what it says. */
export const assertFailure = (reply: Reply, status: number, says?: RegExp): string => {
  assert.strictEqual(reply.status, status, reply.text)
  const body = readAs(Failure, reply)
  assert.strictEqual(body.status, status)
  if (says !== undefined) assert.match(body.error, says)
  standing(reply)
  // Each header where it belongs and nowhere else.
  // A service that is not configured is 503 as well, and no waiting brings it.
  if (status !== 503)
    assert.strictEqual(reply.headers["retry-after"] !== undefined, status === 429, "Retry-After")
  assert.strictEqual(reply.headers["www-authenticate"], status === 401 ? "Bearer" : undefined)
  assert.strictEqual(reply.headers["allow"] !== undefined, status === 405, "Allow")
  assert.strictEqual(reply.headers["cache-control"], "private, no-cache")
  if (status === 401) assert.strictEqual(body.error, "Unauthorized")
  if (status === 403) assert.strictEqual(body.error, "Forbidden")
  return body.error
}

export const Instant = Schema.String.check(Schema.isPattern(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/))

/** An instant, or "" if there is none. */
export const InstantOrEmpty = Schema.Union([Schema.Literal(""), Instant])

export const Pagination = Schema.Struct({
  page: Schema.Int,
  limit: Schema.Int,
  total: Schema.Int,
  total_pages: Schema.Int,
})

/** A page of a list. */
export const listOf = <S extends Schema.Constraint>(item: S) =>
  Schema.Struct({ data: Schema.Array(item), pagination: Pagination })
