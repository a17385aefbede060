import { profileStoreContract } from "@daybook/profiles/contract"
import { Postgres, SqlStorage } from "@daybook/storage-postgres"
import { freshSchema } from "@daybook/storage-postgres/testing"
import { describeOnCitus } from "@daybook/storage-postgres/testing/describeOnCitus"
import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { emptyStores, type FreshClient, freshProfileServers } from "./freshStores.ts"

const readNodes = Schema.decodeUnknownSync(
  Schema.NonEmptyArray(Schema.Struct({ name: Schema.String, port: Schema.Int })),
)

// `CITUS_URL` is the address of a coordinator with nodes, in which these tests make schemas.
describeOnCitus("on Citus", (url) => {
  const onCitus: FreshClient = (schema = freshSchema()) =>
    Postgres.layer({ url: Redacted.make(url), schema, maxConnections: 4 }).pipe(
      Layer.provide(Layer.succeed(Clock.Clock, Clock.Clock.defaultValue())),
      Layer.orDie,
    )

  it.live("a node is refused instead of the coordinator", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [{ name, port }] = readNodes(
        yield* sql`select nodename as name, nodeport as port from pg_dist_node
          where shouldhaveshards and groupid <> 0 order by nodeid`,
      )
      const node = new URL(url)
      node.host = `${name}:${port}`
      const { message } = yield* Effect.flip(
        Effect.scoped(Layer.build(Postgres.layer({ url: Redacted.make(node.href), schema: freshSchema() }))),
      )
      assert.match(message, /cannot be used: it is a node of Citus/)
    }).pipe(Effect.provide(onCitus())),
  )

  profileStoreContract(
    "Citus",
    emptyStores(onCitus)(SqlStorage.Profiles.layer()).fresh,
    freshProfileServers(onCitus),
  )
})
