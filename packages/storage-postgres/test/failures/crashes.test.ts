import { DataVersions, everything, LocalDate } from "@daybook/kernel"
import { type OfferedRequest, ProfileStore, type PropertyValue, RequestId } from "@daybook/profiles"
import { ArticleId, VectorIndex } from "@daybook/reading"
import { SqlStorage } from "@daybook/storage-postgres"
import { freshSchema } from "@daybook/storage-postgres/testing"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { countsOf } from "../../src/journal/counts.ts"
import { migrateJournal } from "../../src/journal/migrations.ts"
import { writerOf } from "../../src/kernel/dataVersions.ts"
import * as Vectors from "../../src/reading/vectors.ts"
import { migrateSearch, noteTitles, searchIn } from "../../src/search/index.ts"
import { migrate } from "../../src/sql/migrator.ts"
import { clientOf, crash, crashable, crashes } from "./crash.ts"
import { home, noon } from "../someProfiles.ts"

const setOnce = (distinctId: string, name: string, value: PropertyValue): OfferedRequest => ({
  ...home,
  requestId: RequestId.make(crypto.randomUUID()),
  operation: "set-once",
  changes: [
    {
      distinctId,
      actions: [{ verb: "once", name, type: typeof value === "number" ? "number" : "string", value }],
      ignored: [],
      makes: true,
    },
  ],
  idempotency: undefined,
})

/** Tries until the database is back. */
const again = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.orDie(Effect.retry(Effect.sandbox(work), Schedule.spaced("20 millis")))

/** Holds every profile and outcome to the order of acceptance. */
const assertFirstWins = Effect.fnUntraced(function* (
  first: ReadonlyArray<OfferedRequest>,
  second: ReadonlyArray<OfferedRequest>,
) {
  const store = yield* ProfileStore
  const ids = first.flatMap(({ changes }) => changes.map(({ distinctId }) => distinctId))
  const found = yield* store.profiles(home, ids)
  assert.deepStrictEqual(
    ids.filter((id) => found.get(id)?.properties["plan"] !== "first"),
    [],
  )
  for (const [requests, applied] of [
    [first, ["plan"]],
    [second, []],
  ] as const) {
    for (const { requestId } of requests) {
      const outcome = Option.getOrThrow(yield* store.outcome(home, requestId))
      assert.deepInclude(outcome, { status: "processed", applied })
    }
  }
})

const durable = crashable(true)
const undurable = crashable(false)

describe.each(crashes)("after a crash of PostgreSQL, by %s, the first accepted value wins", (how) => {
  const onCrashable = (test: (crashNow: Effect.Effect<void>) => Effect.Effect<void, unknown, ProfileStore>) =>
    Effect.flatMap(
      Effect.promise(() => durable),
      (postgres) =>
        Effect.provide(
          test(crash(postgres, how)),
          Layer.provide(SqlStorage.Profiles.layer(), clientOf(postgres, freshSchema())),
        ),
    )

  it.live("where all of it was applied", () =>
    onCrashable(
      Effect.fnUntraced(function* (crashNow) {
        const store = yield* ProfileStore
        for (let round = 1; round <= 3; round++) {
          const ids = Array.from({ length: 40 }, (_, number) => `${round}-${number}`)
          const first = ids.map((id) => setOnce(id, "plan", "first"))
          yield* store.accept(first, noon)
          yield* crashNow
          const second = ids.map((id) => setOnce(id, "plan", "second"))
          yield* again(store.accept(second, noon))
          yield* assertFirstWins(first, second)
        }
      }),
    ),
  )

  it.live("where it came while others were accepted", () =>
    onCrashable(
      Effect.fnUntraced(function* (crashNow) {
        const store = yield* ProfileStore
        const first: Array<OfferedRequest> = []
        let number = 0
        const accept = Effect.suspend(() => {
          const batch = Array.from({ length: 5 }, () => setOnce(`p${number++}`, "plan", "first"))
          return Effect.map(store.accept(batch, noon), () => void first.push(...batch))
        })
        const second: Array<OfferedRequest> = []
        for (let round = 1; round <= 3; round++) {
          // A batch without a response may be stored: each has profiles of its own.
          const sender = yield* Effect.forkChild(Effect.forever(Effect.ignoreCause(accept)))
          const wanted = first.length + 100
          while (first.length < wanted) yield* Effect.sleep("1 milli")
          yield* Fiber.interrupt(sender)
          yield* crashNow
          const late = first
            .slice(second.length)
            .map(({ changes }) => setOnce(changes[0]?.distinctId ?? "", "plan", "second"))
          yield* again(store.accept(late, noon))
          second.push(...late)
        }
        yield* assertFirstWins(first, second)
      }),
    ),
  )
})

/** A server that remembers what it has read. */
interface Server {
  readonly write: (text: "undone" | "stored") => Effect.Effect<unknown, unknown>
  readonly read: Effect.Effect<unknown, unknown>
}

type MakeServer = Effect.Effect<Server, unknown, SqlClient.SqlClient | Scope.Scope>

const build = <A, E, R>(layer: Layer.Layer<A, E, R>) =>
  Effect.flatMap(Effect.scope, (scope) => Layer.buildWithScope(Layer.fresh(layer), scope))

const setUpTexts = migrate("texts", {
  "1_texts": (sql) => [
    sql`create table texts (id int primary key, title text not null)`,
    ...noteTitles(sql, { table: "texts", domain: "texts", type: "text", id: "id", title: "title" }),
  ],
})

const put = (sql: SqlClient.SqlClient, text: string) =>
  sql`insert into texts (id, title) values (1, ${text}) on conflict (id) do update set title = excluded.title`

const dayOf = (text: string) => LocalDate.make(text === "undone" ? "2026-07-01" : "2026-07-02")

const servers: Readonly<Record<string, MakeServer>> = {
  "answers of a version": Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { current } = Context.get(yield* build(SqlStorage.Kernel.layer()), DataVersions)
    yield* migrateSearch
    yield* setUpTexts
    const write = yield* writerOf("texts")
    const answers = new Map<number | undefined, unknown>()
    return {
      write: (text) => write(put(sql, text)),
      read: Effect.gen(function* () {
        const version = (yield* current).get("texts")
        if (!answers.has(version)) answers.set(version, yield* sql`select title from texts`)
        return answers.get(version)
      }),
    }
  }),
  "the counts of days": Effect.gen(function* () {
    yield* migrateJournal
    const write = yield* writerOf("texts")
    const { add, countsByDay } = yield* countsOf("texts", () => Effect.succeed([])).pipe(
      Effect.provideService(DateTime.CurrentTimeZone, DateTime.zoneMakeNamedUnsafe("UTC")),
    )
    return {
      write: (text) =>
        write(
          Effect.gen(function* () {
            yield* add([{ at: 0, day: dayOf(text), dayOnly: true, count: 1 }])
          }),
        ),
      read: countsByDay(everything),
    }
  }),
  "titles that are searched": Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateSearch
    yield* setUpTexts
    const write = yield* writerOf("texts")
    const { found } = yield* searchIn("texts", (of) => ({
      text: {
        select: of`select id, title, '' as subtitle, null::timestamptz as at, '' as url, '' as image_url, '' as text from texts`,
        id: "int",
      },
    }))
    return { write: (text) => write(put(sql, text)), read: found("text", "stored") }
  }),
  vectors: Effect.gen(function* () {
    const index = Context.get(yield* build(Vectors.layer), VectorIndex)
    const vector = Float32Array.of(1, 0)
    return {
      write: (text) =>
        index.store("m", [{ id: ArticleId.make(text === "undone" ? 1 : 2), textHash: "", vector }]),
      read: index.nearest("m", vector, 9),
    }
  }),
}

describe.each(crashes)("after a crash of PostgreSQL, by %s, a server does not go by", (how) => {
  it.live.each(Object.entries(servers))("%s that it has read and that was undone", ([, makeServer]) =>
    Effect.gen(function* () {
      const postgres = yield* Effect.promise(() => undurable)
      const client = clientOf(postgres, freshSchema())
      const start = Effect.flatMap(build(client), (built) => Effect.provide(makeServer, built))
      const living = yield* start
      yield* Effect.promise(() => postgres.run("checkpoint"))
      yield* living.write("undone")
      yield* living.read
      yield* crash(postgres, how)
      const fresh = yield* start
      yield* fresh.write("stored")
      assert.deepStrictEqual(yield* again(living.read), yield* fresh.read)
      yield* living.write("stored")
      assert.deepStrictEqual(yield* living.read, yield* fresh.read)
    }).pipe(Effect.scoped),
  )
})
