import { Sqlite } from "@daybook/storage-sqlite"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { storesIn, storesOn } from "./stores.ts"
import { type Stores, write } from "./writes.ts"

/** Everything that a database holds, as one digest for each table. */
export const digests: Effect.Effect<ReadonlyMap<string, string>, never, Stores> = Effect.flatMap(
  Sqlite.Database,
  ({ all, read, sql }) =>
    read(() => {
      const tables = all(sql`select name from sqlite_schema where type = 'table' and name not like 'titles_%'
        order by name`)
      return new Map(
        tables.map(({ name }) => {
          const rows = all(sql`select * from ${sql(String(name))}`).map((row) =>
            Object.values(row).map((value) => (value instanceof Uint8Array ? [...value] : value)),
          )
          const lines = rows.map((row) => JSON.stringify(row)).sort()
          return [String(name), createHash("sha256").update(lines.join("\n")).digest("hex")]
        }),
      )
    }),
)

/** The states after no write, after the first, … and after this many, of a database in which nothing ever failed. */
export const statesAfter = (writes: number) =>
  Effect.gen(function* () {
    const states = [yield* digests]
    for (let number = 1; number <= writes; number++) {
      yield* write(number)
      states.push(yield* digests)
    }
    return states
  }).pipe(Effect.provide(storesOn(Sqlite.layerMemory)))

const kinds = ["artist", "album", "track"] as const

const counted = (kind: (typeof kinds)[number], span: string) =>
  `select ${span}${kind}_id, count(*), min(played_at), max(played_at) from scrobbles
    where not hidden and ${kind}_id is not null group by 1${span && ", 2"}`

/** The totals of a kind of all time, and by month and year. */
const recountsOf = (kind: (typeof kinds)[number]): ReadonlyArray<readonly [string, string]> => [
  [`select id, plays, first_played_at, last_played_at from ${kind}_totals`, counted(kind, "")],
  [
    `select month, id, plays, first_played_at, last_played_at from ${kind}_months`,
    `${counted(kind, "substr(day, 1, 7), ")} union all ${counted(kind, "'y' || substr(day, 1, 4), ")}`,
  ],
]

const sumsAndRecounts: ReadonlyArray<readonly [string, string]> = [
  ...kinds.flatMap(recountsOf),
  [
    "select day, hour, count from entry_counts where domain = 'listening'",
    "select day, hour, count(*) from scrobbles where not hidden group by 1, 2",
  ],
  [
    "select day, count from entry_days where domain = 'listening'",
    "select day, count(*) from scrobbles where not hidden group by 1",
  ],
]

/** Lists the faults of a database: those that SQLite's checks find, and totals that a count of the plays does not confirm. */
export const faults: Effect.Effect<ReadonlyArray<string>, never, Stores> = Effect.flatMap(
  Sqlite.Database,
  ({ all, read, sql }) =>
    read(() => {
      const run = (text: string) => all(sql`${sql.literal(text)}`)
      const checks = [...run("pragma integrity_check"), ...run("pragma foreign_key_check")].map((row) =>
        JSON.stringify(row),
      )
      const wrong = sumsAndRecounts.filter(([sums, recount]) => {
        const differ = (one: string, other: string) =>
          run(`select * from (${one}) except select * from (${other})`).length > 0
        return differ(sums, recount) || differ(recount, sums)
      })
      return [
        ...checks.filter((check) => check !== '{"integrity_check":"ok"}'),
        ...wrong.map(([sums]) => sums),
      ]
    }),
)

/** Reads a file that a crash left: its faults, and the number of writes that it has; -1 if it is in none of the states. */
export const found = (path: string, states: ReadonlyArray<ReadonlyMap<string, string>>) =>
  Effect.gen(function* () {
    const digest = yield* digests
    const isSame = (state: ReadonlyMap<string, string>) =>
      [...new Set([...state.keys(), ...digest.keys()])].every((name) => state.get(name) === digest.get(name))
    return { faults: yield* faults, writes: states.findLastIndex(isSame) }
  }).pipe(Effect.provide(storesIn(path)))
