import { assert } from "@effect/vitest"
import * as Schema from "effect/Schema"
import type { Reply } from "../ask.ts"
import { Instant, readAs } from "../replies.ts"

const Failure = Schema.Struct({ _message: Schema.NonEmptyString, status: Schema.Literal("error") })

/** That a response is an error as the contract has it; returns its message. */
export const refused = (reply: Reply, status: number, says?: RegExp): string => {
  assert.strictEqual(reply.status, status, reply.text)
  const { _message } = readAs(Failure, reply)
  if (says !== undefined) assert.match(_message, says)
  return _message
}

/** The id of a request that was accepted. */
export const idOf = (reply: Reply): string => {
  assert.strictEqual(reply.status, 202, reply.text)
  return readAs(Schema.Struct({ request_id: Schema.String }), reply).request_id
}

/** A profile of a cohort as a response has it. */
export const ProfileShape = Schema.Struct({
  distinct_id: Schema.String,
  properties: Schema.Record(Schema.String, Schema.Unknown),
  created_at: Instant,
  updated_at: Instant,
})

/** The same for the id that was requested, with the others that resolve to it. */
export const ResolvedProfileShape = Schema.Struct({
  ...ProfileShape.fields,
  id_list: Schema.Array(Schema.String),
})

/** The response to an accepted change. */
export const AcceptedChange = Schema.Struct({
  request_id: Schema.String,
  status: Schema.Literal("ok"),
  _message: Schema.NonEmptyString,
})
