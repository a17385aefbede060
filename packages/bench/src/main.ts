// Measures on the real server and the real stores, each figure beside a bare reference in the same run: only the
// ratios travel from one machine to another. `npm run bench -- lists images` measures these parts alone; `--plays`, `--seconds`
// and `--articles` change the sizes.
import "effect/schema/SchemaJITCompiler/enable"
import { startPostgres } from "@daybook/storage-postgres/testing"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { aim, tellAims } from "./aims.ts"
import { measureAttending } from "./attending.ts"
import { measureBareTable } from "./bareCopy.ts"
import { measureImages } from "./images.ts"
import { measureLists } from "./lists.ts"
import { measureMeaning } from "./meaning/measureMeaning.ts"
import { measureReading } from "./reading.ts"
import { measureReads } from "./reads.ts"
import { measureCheckIns } from "./checkIns.ts"
import { measureChanges, measureRequests } from "./requests.ts"
import { measureStarts } from "./starts.ts"
import { storeDemoPlays } from "./storing.ts"
import { measureTopAlbums } from "./topAlbums.ts"
import { measureWatching } from "./watching.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    plays: { type: "string", default: "500000" },
    seconds: { type: "string", default: "8" },
    articles: { type: "string", default: "5000" },
  },
})
const scrobbles = Number(values.plays)
const seconds = Number(values.seconds)
const articles = Number(values.articles)

const work = mkdtempSync(join(tmpdir(), "daybook-bench-"))
const postgres = await startPostgres({ fsync: true })
const pglite = { kind: "pglite", dataDir: work } as const
const sql = { kind: "postgres", url: postgres.url } as const
const onPglite = { DATA_DIR: work }
const onPostgres = { DATABASE_URL: postgres.url }

/** The parts in their order, and whether each needs the plays that the first one stores. */
const parts: Readonly<Record<string, { readonly onPlays?: true; readonly run: () => Promise<void> }>> = {
  storing: { run: measureStoring },
  starts: { onPlays: true, run: () => measureStarts(onPglite, onPostgres) },
  reads: {
    onPlays: true,
    run: async () => {
      await measureReads("memory", "memory", scrobbles)
      await measureReads("PGlite", pglite, scrobbles)
      await measureReads("PostgreSQL", sql, scrobbles)
      await measureTopAlbums("PGlite", onPglite, seconds)
      await measureTopAlbums("PostgreSQL", onPostgres, seconds)
    },
  },
  requests: {
    onPlays: true,
    run: async () => {
      await measureRequests("PGlite", onPglite, seconds)
      await measureRequests("PostgreSQL", onPostgres, seconds)
      await measureChanges(postgres.url, seconds)
    },
  },
  watching: { run: measureWatching },
  reading: {
    run: async () => {
      const reading = { kind: "pglite", dataDir: mkdtempSync(join(work, "reading-")) } as const
      await measureReading("PGlite, with pgvector", reading, articles, 4 * articles)
      await measureReading("PostgreSQL", sql, articles, 4 * articles)
    },
  },
  meaning: { run: measureMeaning },
  places: {
    run: async () => {
      await measureCheckIns("PGlite", onPglite)
      await measureCheckIns("PostgreSQL", onPostgres)
    },
  },
  attending: { run: measureAttending },
  lists: { run: () => measureLists(scrobbles) },
  images: {
    run: async () => {
      await measureImages("PGlite", pglite, seconds)
      await measureImages("PostgreSQL", sql, seconds)
    },
  },
}

try {
  const unknown = positionals.find((name) => parts[name] === undefined)
  if (unknown !== undefined)
    throw new Error(
      `there is no part "${unknown}": name some of ${Object.keys(parts).join(", ")}, or none for all`,
    )
  const isAsked = (name: string) => positionals.length === 0 || positionals.includes(name)
  const needsPlays = Object.entries(parts).some(([name, { onPlays }]) => isAsked(name) && onPlays === true)
  for (const [name, { run }] of Object.entries(parts)) {
    if (!isAsked(name) && !(name === "storing" && needsPlays)) continue
    const start = performance.now()
    await run()
    console.log(`\n(${name} took ${Math.round((performance.now() - start) / 1_000)} s)`)
  }
  tellAims()
} finally {
  await postgres.stop()
  rmSync(work, { recursive: true, force: true })
}

async function measureStoring(): Promise<void> {
  console.log(
    `\nStoring ${scrobbles.toLocaleString("en")} scrobbles, 20,000 a batch, a commit each (per second); then ten, p50`,
  )
  const bare = await measureBareTable(postgres.url, scrobbles)
  const tellStored = (name: string, { millis, rate }: typeof bare) =>
    console.log(
      `  ${name.padEnd(46)}${round(rate)}   ratio ${ratio(rate, bare.rate)}   ${millis.toFixed(1).padStart(5)} ms`,
    )
  tellStored("bare COPY into one table with the same key", bare)
  const stored = await storeDemoPlays(sql, scrobbles)
  tellStored("PostgreSQL, with all sums", stored)
  aim("importing plays, PostgreSQL: of a bare COPY", stored.rate / bare.rate, "", { atLeast: 0.25 })
  aim(`ten plays after ${scrobbles.toLocaleString("en")}, PostgreSQL`, stored.millis, "ms", { atMost: 8 })
  const embedded = await storeDemoPlays(pglite, scrobbles)
  tellStored("PGlite, with all sums", embedded)
  aim("importing plays, PGlite", embedded.rate, "a second", { atLeast: 100_000 })
}

function round(rate: number): string {
  return Math.round(rate).toLocaleString("en").padStart(9)
}

function ratio(ours: number, reference: number): string {
  return (ours / reference).toFixed(2)
}
