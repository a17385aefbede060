import { startPostgres } from "@daybook/storage-postgres/testing"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { TcpProxy } from "@daybook/storage-postgres/testing"
import { afterAll, describe } from "vitest"
import { type Daybooks, type Environment, it, storeNames } from "../test/daybook.ts"
import { type Disk, makeDisk } from "./disk.ts"
import type { Setting } from "./faults.ts"
import { type Figures, tableOf } from "./figures.ts"
import { Member } from "./fleet.ts"
import { type Failure, type Plan, run } from "./run.ts"
import { World } from "./world.ts"

type StoreName = (typeof storeNames)[number]

/** The seconds of a run, and their shares for each store. */
const asked = process.env["FAULTS_SECONDS"]
const seconds = Number(asked ?? 90)
const shares = { memory: 0.15, pglite: 0.35, postgres: 0.5 } as const

/** The same plan each time, unless a length or a seed is given: in CI only a change can fail, not chance. */
const seed = Number(
  process.env["FAULTS_SEED"] ?? (asked === undefined ? 51 : Math.floor(Math.random() * 1_000_000)),
)
const only = process.env["FAULTS_ROUND"] === undefined ? undefined : Number(process.env["FAULTS_ROUND"])
const kinds = process.env["FAULTS_KINDS"] === undefined ? undefined : new RegExp(process.env["FAULTS_KINDS"])

const figures = new Map<string, Figures>()
afterAll(() => {
  if (figures.size > 0) console.log(`FAULTS_SEED=${seed}\n\n${tableOf(figures)}\n`)
})

/** Starts a store's servers, puts them through a plan, and leaves nothing behind. */
const putThrough = async (store: StoreName, daybook: Daybooks, plan: Plan): Promise<Failure | undefined> => {
  const folder = mkdtempSync(join(tmpdir(), "daybook-faults-"))
  // PostgreSQL runs as another user, and its disk stands in here.
  chmodSync(folder, 0o755)
  const endings: Array<() => Promise<void> | void> = []
  const disk = store === "memory" ? undefined : makeDisk(join(folder, "disk"), 512, join(folder, "one"))
  const world = new World()
  endings.push(
    () => world.close(),
    () => disk?.remove(),
  )
  try {
    const settings = await world.settings()
    const postgres = store === "postgres" ? await postgresOn(disk) : undefined
    if (postgres !== undefined) endings.push(() => postgres.stop())
    const members: Array<Member> = []
    endings.push(
      () => members.forEach((member) => member.close()),
      () => daybook.stopAll(),
    )
    for (const name of postgres === undefined ? ["one"] : ["one", "two"]) {
      const database = postgres === undefined ? undefined : await TcpProxy.start(postgres.url)
      const env = {
        ...settings,
        ...(store === "memory" && { DATABASE_URL: "memory:" }),
        ...(postgres !== undefined && { DATABASE_URL: database?.through(postgres.url) ?? "" }),
        DATA_DIR: store === "pglite" ? join(disk?.folder ?? "", "data") : join(folder, `data-${name}`),
      }
      const launch = (all: Environment) => daybook.launchProcess(all)
      members.push(await Member.start(name, launch, env, join(folder, name), database))
    }
    const setting: Setting = { members, durable: store !== "memory", disk, postgres }
    return await run(setting, world, plan)
  } finally {
    figures.set(store, world.figures)
    for (const end of endings.toReversed()) await end()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A PostgreSQL whose commits survive its death, on a disk that can be made full. */
const postgresOn = (disk: Disk | undefined) =>
  startPostgres({
    fsync: true,
    ...(disk?.real === true && { folder: disk.folder, source: "machine" }),
    settings: { max_wal_size: "64MB", min_wal_size: "32MB" },
  })

describe("servers whose machine, network, disk, clock and neighbours fail", () => {
  it.for(storeNames)(
    "keep all that they answered and answer again, in %s",
    { timeout: seconds * 1000 + 600_000 },
    async (store, { daybook }) => {
      const until = performance.now() + seconds * 1000 * shares[store]
      const failure = await putThrough(store, daybook, { seed, until, only, kinds })
      if (failure === undefined) return
      const again = `FAULTS_SEED=${seed} FAULTS_ROUND=${failure.round} npm run test:faults -- -t ${store}`
      throw new Error(
        `round ${failure.round}, "${failure.fault}": ${failure.message}\nThe round by itself: ${again}`,
      )
    },
  )
})
