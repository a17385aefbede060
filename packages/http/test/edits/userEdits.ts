import * as Schema from "effect/Schema"
import { Instant } from "../replies.ts"
import type { TestServer } from "../testServer.ts"

export const Run = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  started_at: Instant,
  distance_mi: Schema.Finite,
  moving_s: Schema.Int,
  race: Schema.Boolean,
})

/** Some fields of a response. */
export const fieldsOf = <A>(schema: Schema.Codec<A, unknown>, { text }: { readonly text: string }): A =>
  Schema.decodeUnknownSync(schema)(JSON.parse(text))

/** Sends a request with an admin key. */
export const send = (server: TestServer, method: string, path: string, body?: object) =>
  server.ask(method, path, {
    key: server.admin.key,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

export const runPath = "/v1/admin/running/run"

/** A run as it is added manually. */
export const run = { started_at: "2024-01-01T08:00:00Z", distance_mi: 3.1, moving_s: 1_500 }
