import {
  type NewRequest,
  noLimits,
  ProfileInbox,
  ProfileStore,
  workers,
  WorkspaceId,
} from "@daybook/profiles"
import { LocalDate } from "@daybook/kernel"
import { SqlStorage } from "@daybook/storage-postgres"
import { freshSchema } from "@daybook/storage-postgres/testing"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { onPostgres } from "./freshStores.ts"

const home = { workspace: WorkspaceId.make("home"), version: "live" } as const
const space = 100

/** The changes at which an inbox ends a batch. */
const batch = 500

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

const applied = Effect.flatMap(ProfileStore, (store) =>
  Effect.andThen(
    Effect.repeat(store.countWaiting, { until: (waiting) => waiting === 0 }),
    Effect.map(store.usage(home, LocalDate.make("2026-01-01")), ({ profiles }) => profiles),
  ),
)

describe("a quota of profiles", () => {
  it.live.each([1, 2])(
    "holds while %i of its servers accept all they can, but for a batch of each other one",
    (count) =>
      Effect.gen(function* () {
        const schema = freshSchema()
        const start = Effect.flatMap(Effect.scope, (scope) =>
          Layer.buildWithScope(
            Layer.fresh(
              Layer.provideMerge(
                workers(1),
                Layer.provideMerge(
                  ProfileInbox.layer(),
                  Layer.provide(SqlStorage.Profiles.layer(), onPostgres(schema)),
                ),
              ),
            ),
            scope,
          ),
        )
        const servers = yield* Effect.forEach(Array.from({ length: count }), () => start)
        const sent = yield* Effect.forEach(
          servers.flatMap((server, at) =>
            Array.from({ length: 1_600 }, (_, index) => ({ server, id: `${at}-${index}` })),
          ),
          ({ id, server }) => Effect.exit(Context.get(server, ProfileInbox).accept(request(id))),
          { concurrency: "unbounded" },
        )
        const accepted = sent.filter(Exit.isSuccess).length
        assert.isAtLeast(accepted, space)
        assert.isAtMost(accepted, space + batch * (count - 1))
        const [server] = servers
        if (server !== undefined) assert.strictEqual(yield* Effect.provide(applied, server), accepted)
      }).pipe(Effect.scoped),
  )
})
