import { startPostgres } from "@daybook/storage-postgres/testing"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { TcpProxy } from "@daybook/storage-postgres/testing"
import { afterAll, describe } from "vitest"
import { type Daybooks, type Environment, it, type storeNames } from "../test/daybook.ts"
import { type Disk, makeDisk } from "./disk.ts"
import type { Setting } from "./faults.ts"
import { type Figures, tableOf } from "./figures.ts"
import { Member } from "./fleet.ts"
import { type Failure, type Plan, run } from "./run.ts"
import { World } from "./world.ts"

type StoreName = (typeof storeNames)[number]

/** The seconds of all runs. */
const asked = process.env["FAULTS_SECONDS"]
const seconds = Number(asked ?? 90)

interface Run {
  readonly store: StoreName
  /** Its part of the seconds. */
  readonly share: number
  /** Only these faults, if none are named. */
  readonly kinds?: RegExp
}

const runs: Readonly<Record<string, Run>> = {
  sqlite: { store: "sqlite", share: 0.4 },
  postgres: { store: "postgres", share: 0.35 },
  "postgres that crashes": { store: "postgres", share: 0.25, kinds: /^crashes/ },
}

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
const putThrough = async (
  name: string,
  store: StoreName,
  daybook: Daybooks,
  plan: Plan,
): Promise<Failure | undefined> => {
  const folder = mkdtempSync(join(tmpdir(), "daybook-faults-"))
  // PostgreSQL runs as another user, and its disk stands in here.
  chmodSync(folder, 0o755)
  const endings: Array<() => Promise<void> | void> = []
  const disk = makeDisk(join(folder, "disk"), 512)
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
    for (const member of postgres === undefined ? ["one"] : ["one", "two"]) {
      const database = postgres === undefined ? undefined : await TcpProxy.start(postgres.url)
      const env = {
        ...settings,
        ...(postgres !== undefined && { DATABASE_URL: database?.through(postgres.url) ?? "" }),
        DATA_DIR: join(store === "sqlite" ? (disk?.folder ?? folder) : folder, `data-${member}`),
      }
      const launch = (all: Environment) => daybook.launchProcess(all)
      members.push(await Member.start(member, launch, env, join(folder, member), database))
    }
    const setting: Setting = { members, disk, postgres }
    return await run(setting, world, plan)
  } finally {
    figures.set(name, world.figures)
    for (const end of endings.toReversed()) await end()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A PostgreSQL whose commits survive its death, on a disk that can be made full. */
const postgresOn = (disk: Disk | undefined) =>
  startPostgres({
    fsync: true,
    ...(disk !== undefined && { folder: disk.folder, source: "machine" }),
    // Its log is written with commits that wait for it, and hardly on its own: a crash undoes all that has come since.
    settings: {
      max_wal_size: "64MB",
      min_wal_size: "32MB",
      wal_writer_delay: "10s",
      bgwriter_lru_maxpages: "0",
    },
  })

describe("servers whose machine, network, disk, clock and neighbours fail", () => {
  it.for(Object.entries(runs))(
    "keep all that they answered and respond again, in $0",
    { timeout: seconds * 1000 + 600_000 },
    async ([name, { share, store, ...run }], { daybook }) => {
      const until = performance.now() + seconds * 1000 * share
      const failure = await putThrough(name, store, daybook, { seed, until, only, kinds: kinds ?? run.kinds })
      if (failure === undefined) return
      const again = `FAULTS_SEED=${seed} FAULTS_ROUND=${failure.round} npm run test:faults -- -t "in ${name}$"`
      throw new Error(
        `round ${failure.round}, "${failure.fault}": ${failure.message}\nThe round by itself: ${again}`,
      )
    },
  )
})
