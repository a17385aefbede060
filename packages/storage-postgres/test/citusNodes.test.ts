import { storageUnavailable } from "@daybook/kernel"
import { type OfferedRequest, ProfileStore, RequestId } from "@daybook/profiles"
import { Postgres, SqlStorage } from "@daybook/storage-postgres"
import { type CitusCluster, freshSchema, startCitus } from "@daybook/storage-postgres/testing"
import { describeOnCitus } from "@daybook/storage-postgres/testing/describeOnCitus"
import { assert, it } from "@effect/vitest"
import { PgConnection } from "@effect/sql-pg"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { readFileSync } from "node:fs"
import { afterAll, afterEach, beforeAll } from "vitest"
import { LastMigrations } from "../src/sql/migrator.ts"
import {
  acceptOne as acceptAnywhere,
  erasing,
  home,
  mergeRequest,
  noon,
  outcomeOf,
  propertiesOf,
  request,
  requestOf,
} from "../../profiles/contract/requests.ts"

const readShards = Schema.decodeUnknownSync(
  Schema.NonEmptyArray(Schema.Struct({ shard: Schema.String, node: Schema.Int })),
)

describeOnCitus("on Citus, while nodes fail", () => {
  let cluster: CitusCluster
  beforeAll(async () => void (cluster = await startCitus(2)), 120_000)
  afterAll(() => cluster.stop())
  afterEach(() => Promise.all(cluster.nodes.map((node) => node.begin())))

  const nodeOf = (id: number) => cluster.nodes[id - 1] ?? assert.fail()

  /** Runs with a store of its own on the cluster. */
  const onCluster = <A, E>(
    body: Effect.Effect<A, E, ProfileStore | SqlClient.SqlClient>,
    user = "postgres",
  ) =>
    Effect.suspend(() => {
      const url = new URL(cluster.url)
      url.username = user
      const client = Layer.orDie(Postgres.layer({ url: Redacted.make(url.href), schema: freshSchema() }))
      return body.pipe(Effect.provide(Layer.provideMerge(Layer.orDie(SqlStorage.Profiles.layer()), client)))
    })

  /** Ids of profiles: some of node 1 and some of node 2. */
  const idsOf = Effect.gen(function* () {
    const store = yield* ProfileStore
    const ids = Array.from({ length: 40 }, (_, index) => `p${index}`)
    const on = (node: number) => {
      const [one, two, three] = ids.filter((id) => store.partOf(id) === node)
      return [one ?? assert.fail(), two ?? assert.fail(), three ?? assert.fail()] as const
    }
    return { near: on(1), far: on(2) }
  })

  /** Accepts a request with an id that names its lane, as the inbox makes it: its outcome is asked of one node. */
  const acceptOne = Effect.fnUntraced(function* (one: OfferedRequest) {
    const store = yield* ProfileStore
    const lane = store.laneOf(one.changes[0]?.distinctId ?? "")
    const requestId = RequestId.make(crypto.randomUUID().slice(0, -2) + lane.toString(16).padStart(2, "0"))
    return yield* acceptAnywhere({ ...one, requestId })
  })

  const applied = Effect.flatMap(ProfileStore, (store) => store.apply(100, noon))

  /** Applies until something holds: nodes are looked for every few seconds. */
  const until = <E, R>(holds: Effect.Effect<boolean, E, R>) =>
    Effect.andThen(applied, holds).pipe(
      Effect.repeat({ schedule: Schedule.spaced("100 millis"), until: (is) => is }),
      Effect.timeout("30 seconds"),
    )

  const isProcessed = (id: Parameters<typeof outcomeOf>[0]) =>
    Effect.map(outcomeOf(id), (outcome) => outcome?.status === "processed")

  it.live("the lanes of a node that is away wait, and those of the others go on", () =>
    onCluster(
      Effect.gen(function* () {
        const store = yield* ProfileStore
        const { far, near } = yield* idsOf
        const waiting = yield* acceptOne(requestOf("set", far[0], { x: 1 }))
        yield* Effect.promise(() => nodeOf(2).end("SIGQUIT"))
        for (const id of near) {
          const one = yield* acceptOne(requestOf("set", id, { x: 2 }))
          yield* until(isProcessed(one))
        }
        yield* until(Effect.map(store.away, (away) => away.length > 0))
        assert.deepStrictEqual(
          (yield* store.away).map(({ id, trouble }) => ({ id, trouble })),
          [{ id: 2, trouble: "it does not answer" }],
        )
        assert.isTrue(Option.isNone(yield* store.oldestWaiting))
        assert.strictEqual(yield* store.countWaiting, 0)
        assert.isTrue(Exit.isFailure(yield* Effect.exit(acceptOne(requestOf("set", far[1], { x: 3 })))))
        yield* Effect.promise(() => nodeOf(2).begin())
        yield* until(Effect.orElseSucceed(isProcessed(waiting), () => false))
        assert.deepStrictEqual(yield* propertiesOf(far[0]), { x: 1 })
        assert.deepStrictEqual(yield* store.away, [])
      }),
    ),
  )

  it.live("a merge waits for a source whose node is away, and holds its own lane back alone", () =>
    onCluster(
      Effect.gen(function* () {
        const { far, near } = yield* idsOf
        const [source] = far
        const [target, other] = near
        const before = yield* acceptOne(requestOf("set", source, { x: 1, y: 1 }))
        yield* acceptOne(requestOf("set", target, { x: 2 }))
        const merge = yield* acceptOne(mergeRequest(source, target))
        const after = yield* acceptOne(requestOf("set", target, { z: 3 }))
        yield* Effect.promise(() => nodeOf(2).end("SIGQUIT"))
        const others = yield* acceptOne(requestOf("set", other, { x: 4 }))
        yield* until(isProcessed(others))
        assert.strictEqual((yield* outcomeOf(after))?.status, "accepted")
        // Also once the server knows that the source's node is away.
        yield* until(
          Effect.map(
            Effect.flatMap(ProfileStore, ({ away }) => away),
            ({ length }) => length === 1,
          ),
        )
        const more = yield* acceptOne(requestOf("set", other, { x: 5 }))
        yield* until(isProcessed(more))
        assert.strictEqual((yield* outcomeOf(after))?.status, "accepted")
        yield* Effect.promise(() => nodeOf(2).begin())
        for (const id of [before, merge, after]) yield* until(isProcessed(id))
        assert.deepStrictEqual(yield* propertiesOf(target), { x: 2, y: 1, z: 3 })
      }),
    ),
  )

  it.live(
    "a node that answers is not given up for one that is away, whose profiles it needs for merges",
    () =>
      onCluster(
        Effect.gen(function* () {
          const store = yield* ProfileStore
          const { far, near } = yield* idsOf
          for (const id of far) yield* acceptOne(requestOf("set", id, { x: 1 }))
          yield* until(Effect.map(store.countWaiting, (count) => count === 0))
          yield* Effect.promise(() => nodeOf(2).end("SIGQUIT"))
          const merges: Array<RequestId> = []
          for (const [index, source] of far.entries()) {
            merges.push(yield* acceptOne(mergeRequest(source, near[index] ?? assert.fail())))
            for (let batch = 0; batch < 4; batch++) {
              yield* applied
              assert.notInclude(
                (yield* store.away).map(({ id }) => id),
                1,
              )
            }
          }
          yield* Effect.promise(() => nodeOf(2).begin())
          for (const id of merges) yield* until(isProcessed(id))
          for (const id of near) assert.deepStrictEqual(yield* propertiesOf(id), { x: 1 })
        }),
      ),
  )

  /** Freezes all processes of a node: its machine still takes connections, and nothing answers on them. */
  const freeze = (id: number) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const first = nodeOf(id).pid() ?? assert.fail()
        const others = readFileSync(`/proc/${first}/task/${first}/children`, "utf8").trim().split(" ")
        const frozen = [first, ...others.map(Number)]
        for (const pid of frozen) process.kill(pid, "SIGSTOP")
        return frozen
      }),
      // Some have ended since by what they were sent before.
      (frozen) =>
        Effect.forEach(frozen, (pid) => Effect.ignore(Effect.try(() => process.kill(pid, "SIGCONT")))),
    )

  it.live(
    "a node that falls silent fails its own requests within seconds, and the others' are stored and read",
    () =>
      onCluster(
        Effect.gen(function* () {
          const { far, near } = yield* idsOf
          const [id] = far
          const [other] = near
          const before = [
            yield* acceptOne(requestOf("set", id, { x: 1 })),
            yield* acceptOne(requestOf("set", other, { x: 1 })),
          ]
          for (const one of before) yield* until(isProcessed(one))
          const after = yield* Effect.scoped(
            Effect.gen(function* () {
              yield* freeze(2)
              // Sooner than a statement's limit, 30 seconds.
              const fails = <A, E, R>(work: Effect.Effect<A, E, R>) =>
                Effect.map(Effect.timeout(Effect.exit(work), "20 seconds"), (exit) =>
                  assert.isTrue(Exit.isFailure(exit) && storageUnavailable(exit.cause) !== undefined),
                )
              yield* fails(acceptOne(requestOf("set", id, { x: 2 })))
              yield* fails(propertiesOf(id))
              assert.deepStrictEqual(yield* propertiesOf(other), { x: 1 })
              return yield* acceptOne(requestOf("set", other, { x: 3 }))
            }),
          )
          yield* until(isProcessed(after))
          assert.deepStrictEqual(yield* propertiesOf(other), { x: 3 })
        }),
      ),
    60_000,
  )

  it.live("a start says which node it needs to change tables there, and changes them once it is back", () =>
    Effect.gen(function* () {
      const schema = freshSchema()
      const opened = (last: number) =>
        Effect.scoped(
          Layer.build(
            SqlStorage.Profiles.layer().pipe(
              Layer.fresh,
              Layer.provide(Postgres.layer({ url: Redacted.make(cluster.url), schema })),
              Layer.provide(Layer.succeed(LastMigrations, { profiles: last })),
            ),
          ),
        )
      yield* opened(7)
      yield* Effect.promise(() => nodeOf(2).end("SIGQUIT"))
      yield* opened(7)
      const { message } = yield* Effect.flip(opened(8))
      assert.match(
        message,
        /^The tables of profiles cannot be brought up to date: .* node \S+ failed .*; a node of Citus .* is away: start/s,
      )
      const noSchema = yield* Effect.flip(
        Effect.scoped(
          Layer.build(Postgres.layer({ url: Redacted.make(cluster.url), schema: freshSchema() })),
        ),
      )
      assert.match(
        noSchema.message,
        /cannot be used: .* node \S+ failed .*; a node of Citus .* is away: start/s,
      )
      yield* Effect.promise(() => nodeOf(2).begin())
      yield* opened(8)
      // An upgrade makes the function of the nodes anew; here it is gone.
      yield* Effect.promise(() => cluster.coordinator.run(`drop function ${schema}.apply_set_once`))
      yield* Effect.promise(() => nodeOf(2).end("SIGQUIT"))
      const noFunction = yield* Effect.flip(opened(8))
      assert.match(
        noFunction.message,
        /^Profiles cannot be spread over the nodes of Citus: .* node \S+ failed .*; a node of Citus .* is away: start/s,
      )
      yield* Effect.promise(() => nodeOf(2).begin())
      yield* opened(8)
    }),
  )

  /** Puts the waiting changes of a profile in doubt: prepared on its node, and committed on the coordinator. */
  const doubt = Effect.fnUntraced(function* (id: string, name: string) {
    const store = yield* ProfileStore
    const sql = yield* SqlClient.SqlClient
    const [{ node, shard }] = readShards(
      yield* sql`select current_schema() || '.profile_inbox_'
            || get_shard_id_for_distribution_column('profile_inbox', ${store.laneOf(id)}::int::smallint) as shard,
          ${store.partOf(id)}::int as node`,
    )
    const connection = yield* PgConnection.make({ url: Redacted.make(nodeOf(node).url) })
    const run = (statement: string) => connection.query(statement, [])
    yield* run(`create table ${shard}_held as select * from ${shard}`)
    yield* run(`delete from ${shard}`)
    yield* run("begin")
    yield* run(`insert into ${shard} select * from ${shard}_held`)
    yield* run(`prepare transaction '${name}'`)
    yield* Effect.promise(() =>
      cluster.coordinator.run(`insert into pg_dist_transaction (groupid, gid) values (${node}, '${name}')`),
    )
  }, Effect.scoped)

  it.live("changes in doubt on a node are recovered before anything accepted after it is applied", () =>
    onCluster(
      Effect.gen(function* () {
        const { far } = yield* idsOf
        const [id] = far
        const first = yield* acceptOne(request(id, { x: 1 }))
        yield* doubt(id, "citus_0_1_1_0")
        const second = yield* acceptOne(request(id, { x: 2 }))
        yield* until(isProcessed(second))
        assert.isTrue(yield* isProcessed(first))
        assert.deepStrictEqual(yield* propertiesOf(id), { x: 1 })
      }),
    ),
  )

  it.live("erasing takes what is in doubt on a node as well", () =>
    onCluster(
      Effect.gen(function* () {
        const store = yield* ProfileStore
        const { near } = yield* idsOf
        const [id] = near
        const first = yield* acceptOne(request(id, { x: 1 }))
        yield* doubt(id, "citus_0_1_2_0")
        yield* store.erase(home, id, erasing, noon)
        yield* until(isProcessed(first))
        assert.isUndefined(yield* propertiesOf(id))
        assert.deepStrictEqual((yield* outcomeOf(first))?.applied, [])
      }),
    ),
  )

  it.live("a user who does not own the extension erases once Citus has recovered what is in doubt", () =>
    Effect.gen(function* () {
      const { run } = cluster.coordinator
      yield* Effect.promise(() => run("create role plain login"))
      yield* Effect.promise(() => run("grant create on database postgres to plain"))
      const erased = Effect.gen(function* () {
        const store = yield* ProfileStore
        const { near } = yield* idsOf
        const [id] = near
        const first = yield* acceptOne(request(id, { x: 1 }))
        yield* doubt(id, "citus_0_1_3_0")
        const refused = yield* Effect.exit(store.erase(home, id, erasing, noon))
        assert.isTrue(Exit.isFailure(refused) && storageUnavailable(refused.cause) !== undefined)
        yield* Effect.promise(() => run("select recover_prepared_transactions()"))
        yield* store.erase(home, id, erasing, noon)
        yield* until(isProcessed(first))
        assert.isUndefined(yield* propertiesOf(id))
        assert.deepStrictEqual((yield* outcomeOf(first))?.applied, [])
      })
      yield* onCluster(erased, "plain")
    }),
  )
})
