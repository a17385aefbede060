import { StorageUnavailable } from "@daybook/kernel"
import { MemoryStorage } from "@daybook/storage-memory"
import { Pglite, RestoreRefused, SqlStorage } from "@daybook/storage-postgres"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { SqlClient } from "effect/sql/SqlClient"
import type { TableError } from "../servedDomain.ts"
import { delegate } from "./delegate.ts"

const { CallLog, makeAgain } = MemoryStorage.Kernel.Calls

type Rows = SqlStorage.Everything.StoredRows["Service"]

const unavailable = (message: string) => Effect.die(new StorageUnavailable({ message, retryAfter: 3_600 }))

/**
 * Stores in memory whose rows go out and come in. They keep the calls that write to them: an export makes these again on a
 * PGlite without a folder, and a restore puts such a PGlite in place of the memory, so that every port answers from it.
 */
export const layer = <Stores, Needs>({
  calls,
  memory,
  schema,
  sql,
}: {
  readonly memory: Layer.Layer<Stores, never, Needs>
  /** The same stores in SQL. */
  readonly sql: Layer.Layer<Stores, TableError, SqlClient | Needs>
  readonly calls: ReadonlyArray<MemoryStorage.Kernel.Calls.Recorder>
  readonly schema: string
}): Layer.Layer<Stores | SqlStorage.Everything.StoredRows, never, Needs> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const needs = yield* Effect.context<Needs>()
      const scope = yield* Effect.scope
      const log = new CallLog()
      const made = yield* Layer.build(memory)
      const ports = [...made.mapUnsafe.keys()].filter((key) => key !== Layer.CurrentMemoMap.key)
      const unheard = ports.filter((key) => !calls.some(({ port }) => port === key))
      const inMemory = calls.reduce((stores, recorder) => recorder.into(stores, log), made)
      let restored: { readonly rows: Rows; readonly stores: Context.Context<Stores> } | undefined

      /** Opens the stores in a PGlite without a folder, once its rows are prepared. */
      const openSql = Effect.fnUntraced(function* <E, R>(
        within: Scope.Scope,
        prepare: (rows: Rows) => Effect.Effect<void, E, R>,
      ) {
        const memo = Layer.makeMemoMapUnsafe()
        const client = yield* Layer.buildWithMemoMap(Pglite.layerInMemory({ schema }), memo, within).pipe(
          Effect.orDie,
        )
        const opened = Layer.succeedContext(Context.merge(client, needs))
        const rows = yield* Layer.buildWithMemoMap(
          Layer.provide(SqlStorage.Everything.layer, opened),
          memo,
          within,
        )
        yield* prepare(Context.get(rows, SqlStorage.Everything.StoredRows))
        const stores = yield* Layer.buildWithMemoMap(Layer.provide(sql, opened), memo, within).pipe(
          Effect.orDie,
        )
        return { rows: Context.get(rows, SqlStorage.Everything.StoredRows), stores }
      })

      const keptCalls = Effect.suspend(() => {
        if (unheard.length > 0)
          return unavailable(
            `These stores in memory keep no record of their calls, so nothing can be exported: ${unheard.join(", ")}`,
          )
        return log.calls === undefined
          ? unavailable(
              "This memory was written to too often for its calls to be kept, so nothing can be exported: use PGlite",
            )
          : Effect.succeed(log.calls)
      })

      const read: Rows["read"] = (take) =>
        Effect.gen(function* () {
          if (restored !== undefined) return yield* restored.rows.read(take)
          const within = yield* Effect.scope
          const all = yield* keptCalls
          const { rows, stores } = yield* openSql(within, () => Effect.void)
          yield* makeAgain(all, stores)
          return yield* rows.read(take)
        }).pipe(Effect.scoped)

      const write: Rows["write"] = (head, fileOf, load) =>
        log.alone(
          Effect.gen(function* () {
            if (restored !== undefined) return yield* restored.rows.write(head, fileOf, load)
            const all = yield* keptCalls
            if (all.some(({ part }) => part === "data"))
              return yield* new RestoreRefused({
                message: "The store has data already. Restore into one that nothing was written to",
              })
            const within = yield* Scope.fork(scope)
            const opened = yield* openSql(within, (rows) => rows.write(head, fileOf, load)).pipe(
              Effect.tap(({ stores }) =>
                makeAgain(
                  all.filter(({ part }) => part === "beside"),
                  stores,
                ),
              ),
              Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : Scope.close(within, exit))),
            )
            restored = opened
            log.close()
          }),
        )

      const present = () => restored?.stores ?? inMemory
      const services = ports.map((key) => {
        const one = (): object => present().mapUnsafe.get(key)
        return [key, delegate(one)] as const
      })
      return Context.merge(
        Context.makeUnsafe<Stores>(new Map(services)),
        Context.make(SqlStorage.Everything.StoredRows, { read, write }),
      )
    }),
  )
