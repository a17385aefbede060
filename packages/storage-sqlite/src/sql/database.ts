import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type { Connection } from "effect/sql/SqlConnection"
import * as Statement from "effect/sql/Statement"
import * as Stream from "effect/Stream"
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite"
import { type DatabaseUnusable, sqlError } from "../errors.ts"
import { openFile, openMemory } from "./openFile.ts"

/** A row as SQLite returns it. */
export type Row = { readonly [column: string]: unknown }

/** One statement and the parameters of each time it runs. */
export interface Batch {
  readonly text: string
  readonly rows: Iterable<ReadonlyArray<unknown>>
}

/**
 * A connection to a SQLite database. Its statements run at once, on the thread that calls them, and throw an `SqlError`:
 * failures of stores are defects. Work that runs in one transaction is never suspended, so nothing comes between.
 */
export class Database extends Context.Service<
  Database,
  {
    /** Builds statements for `all`. As effects they run at once too. */
    readonly sql: Statement.Constructor
    /** The file of the database, or ":memory:". */
    readonly path: string
    /** True for a connection that only reads. Its tables are made by the one that writes. */
    readonly isReader: boolean
    readonly all: (statement: Statement.Fragment) => ReadonlyArray<Row>
    /** Runs one statement for each row of parameters. Returns all rows that it returned. */
    readonly many: (batch: Batch) => ReadonlyArray<Row>
    /** Work in one read transaction, or in the transaction at work: it sees one state of the database. */
    readonly read: <A, E = never, R = never>(
      work: (() => A) | Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E, R>
    /** The rows changed on this connection so far, without those that `unseen` changed. */
    readonly changes: () => number
    /** Changes rows that no response shows, such as cursors of sources. */
    readonly unseen: <A>(work: () => A) => A
    /** Work in one write transaction, rolled back if it fails. Only writers of domains and migrations use it. */
    readonly transaction: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("daybook/storage-sqlite/Database") {}

const memory = ":memory:"

/** The path of a database's file; undefined in memory. */
export const pathOf = ({ path }: Database["Service"]): string | undefined =>
  path === memory ? undefined : path

/** The most statements that stay prepared. Texts are few: lists of values are one parameter, as JSON. */
const maxPrepared = 1_000

const compiler = Statement.makeCompilerSqlite()

const unused = () => Effect.die(new Error("SQLite runs statements only by `execute`"))

/** Statements as effects. */
const statementsOf = (run: (text: string, parameters: ReadonlyArray<unknown>) => ReadonlyArray<Row>) => {
  const connection: Connection = {
    execute: (text, parameters) => Effect.sync(() => run(text, parameters)),
    executeRaw: unused,
    executeStream: () => Stream.unwrap(unused()),
    executeUnprepared: unused,
    executeValues: unused,
    executeValuesUnprepared: unused,
  }
  return Statement.make(Effect.succeed(connection), compiler, [], undefined)
}

/**
 * Parameters as SQLite takes them. `node:sqlite` binds each number as a REAL, so that `day - ?` and `'…' || ?` would be
 * fractions: a whole number goes as an INTEGER. SQLite has no booleans.
 */
const bound = (value: unknown): SQLInputValue =>
  typeof value === "boolean"
    ? Number(value)
    : typeof value === "number" && Number.isSafeInteger(value)
      ? BigInt(value)
      : (value as SQLInputValue)

/**
 * Runs a statement. Node makes slow objects of rows, with a table of names each: rows of values, named here, take two
 * thirds of the time. Another runtime may not have them.
 */
const runnerOf = (statement: StatementSync) => {
  statement.setReturnArrays?.(true)
  let names: ReadonlyArray<string> = []
  const named = (row: unknown): Row => {
    if (!Array.isArray(row)) return row as Row
    // A change of the schema may change what `*` stands for.
    if (row.length !== names.length) names = statement.columns().map(({ name }) => name)
    const found: { [column: string]: unknown } = {}
    for (let at = 0; at < names.length; at++) found[names[at] ?? ""] = row[at]
    return found
  }
  return (parameters: ReadonlyArray<unknown>): ReadonlyArray<Row> =>
    statement.all(...parameters.map(bound)).map(named)
}

const make = (connection: DatabaseSync, path: string, isReader: boolean): Database["Service"] => {
  const prepared = new Map<string, ReturnType<typeof runnerOf>>()
  const prepare = (text: string) => {
    const known = prepared.get(text)
    if (known !== undefined) return known
    const [oldest] = prepared.keys()
    if (prepared.size >= maxPrepared && oldest !== undefined) prepared.delete(oldest)
    const made = runnerOf(connection.prepare(text))
    prepared.set(text, made)
    return made
  }
  const attempt = <A>(text: string, work: () => A): A => {
    try {
      return work()
    } catch (error) {
      throw sqlError(error, text.slice(0, 200))
    }
  }
  const run = (text: string, parameters: ReadonlyArray<unknown> = []) =>
    attempt(text, () => prepare(text)(parameters))
  const sql = statementsOf(run)
  const rollBack = () => {
    if (connection.isTransaction) run("rollback")
  }
  /** Runs work to its end in a transaction, which is rolled back if the work fails. */
  const inOneStep = <A, E, R>(begin: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.contextWith((context: Context.Context<R>) => {
      run(begin)
      try {
        const exit = Effect.runSyncExitWith(context)(work)
        if (Exit.isSuccess(exit)) run("commit")
        return exit
      } finally {
        rollBack()
      }
    })
  const changed = () => Number(run("select total_changes() as changes")[0]?.["changes"])
  let hidden = 0

  return Database.of({
    sql,
    path,
    isReader,
    all: (statement) => run(...compiler.compile(statement, false)),
    many: ({ rows, text }) => {
      const statement = attempt(text, () => prepare(text))
      const found: Array<Row> = []
      for (const row of rows) for (const one of attempt(text, () => statement(row))) found.push(one)
      return found
    },
    read: (work) => {
      const steps = Effect.isEffect(work) ? work : Effect.sync(work)
      return Effect.suspend(() => (connection.isTransaction ? steps : inOneStep("begin", steps)))
    },
    changes: () => changed() - hidden,
    unseen: (work) => {
      const before = changed()
      try {
        return work()
      } finally {
        hidden += changed() - before
      }
    },
    transaction: (work) =>
      Effect.suspend(() => {
        if (connection.isTransaction) throw new Error("a transaction begins within another one")
        if (isReader)
          throw new Error(
            "this thread only reads the database: say by withSides which members of the store write, so that they run in the thread that writes",
          )
        return inOneStep("begin immediate", work)
      }),
  })
}

const open = (path: string, isReader: boolean, connect: () => DatabaseSync) =>
  Layer.effect(
    Database,
    Effect.gen(function* () {
      const opened = Effect.try({ try: connect, catch: (error) => error as DatabaseUnusable })
      const connection = yield* Effect.acquireRelease(opened, (one) => Effect.sync(() => one.close()))
      return make(connection, path, isReader)
    }),
  )

/** An empty database in the memory of this process, gone when its layer closes. */
export const layerMemory: Layer.Layer<Database> = Layer.orDie(open(memory, false, () => openMemory()))

/** A database in memory that begins with the content of a database file. */
export const layerMemoryFrom = (file: Uint8Array): Layer.Layer<Database> =>
  Layer.orDie(open(memory, false, () => openMemory(file)))

/** A database in a file, created if it is missing; every commit is safe against a power cut. */
export const layerFile = (path: string): Layer.Layer<Database, DatabaseUnusable> =>
  open(path, false, () => openFile(path, false))

/**
 * The same file, only for reading: for the thread that serves, next to one that writes. A read waits only while SQLite
 * repairs the log of a writer that has died.
 */
export const layerReader = (path: string): Layer.Layer<Database, DatabaseUnusable> =>
  open(path, true, () => openFile(path, true))
