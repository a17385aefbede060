import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Instant, Pagination, readAs } from "./replies.ts"
import type { TestServer } from "./testServer.ts"

export const path = "/v1/admin/sync/set-aside"

const Rows = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      id: Schema.Int,
      domain: Schema.String,
      source: Schema.String,
      reason: Schema.String,
      raw: Schema.String,
      first_seen_at: Instant,
      last_seen_at: Instant,
      tries: Schema.Int,
      acceptable: Schema.Boolean,
    }),
  ),
  pagination: Pagination,
})
const Due = Schema.Struct({ due: Schema.Int })

export const rowsOf = (server: TestServer, query = "") =>
  Effect.map(server.command("GET", `${path}${query}`), (reply) => readAs(Rows, reply))

export const retry = (server: TestServer, body = "") =>
  Effect.map(server.command("POST", `${path}/retry`, { body }), (reply) => readAs(Due, reply).due)

export const sync = (server: TestServer) => server.command("POST", "/v1/admin/sync/listening")
