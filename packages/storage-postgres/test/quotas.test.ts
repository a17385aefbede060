import { type NewRequest, noLimits, GroupCommit, ProfileStore } from "@daybook/profiles"
import { LocalDate } from "@daybook/kernel"
import { SqlStorage } from "@daybook/storage-postgres"
import { freshSchema } from "@daybook/storage-postgres/testing"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { onPostgres } from "./freshStores.ts"
import { home } from "./someProfiles.ts"

const space = 100

const request = (distinctId: string): NewRequest => ({
  ...home,
  operation: "set-once",
  changes: [
    {
      distinctId,
      actions: [{ verb: "once", name: "x", type: "number", value: 1 }],
      ignored: [],
      makes: true,
    },
  ],
  idempotency: undefined,
  bytes: 100,
  limits: { ...noLimits, profiles: space },
})

describe("a quota of profiles", () => {
  it.live.each([1, 2, 4])("holds to the last while %i servers accept all they can", (count) =>
    Effect.gen(function* () {
      const schema = freshSchema()
      const start = Effect.flatMap(Effect.scope, (scope) =>
        Layer.buildWithScope(
          Layer.fresh(
            Layer.provideMerge(
              GroupCommit.layer(),
              Layer.provide(SqlStorage.Profiles.layer(), onPostgres(schema)),
            ),
          ),
          scope,
        ),
      )
      const servers = yield* Effect.forEach(Array.from({ length: count }), () => start)
      const sent = yield* Effect.forEach(
        servers.flatMap((server, at) =>
          Array.from({ length: 1_000 }, (_, index) => ({ server, id: `${at}-${index}` })),
        ),
        ({ id, server }) => Effect.exit(Context.get(server, GroupCommit).accept(request(id))),
        { concurrency: "unbounded" },
      )
      assert.strictEqual(sent.filter(Exit.isSuccess).length, space)
      const { usage } = Context.get(servers[0] ?? assert.fail(), ProfileStore)
      assert.strictEqual((yield* usage(home, LocalDate.make("2026-01-01"))).profiles, space)
    }).pipe(Effect.scoped),
  )
})
