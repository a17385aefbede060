// Measures on the real server and the real stores, each figure beside a bare reference in the same run: only the
// ratios travel from one machine to another.
import "effect/schema/SchemaJITCompiler/enable"
import { startPostgres } from "@daybook/storage-postgres/testing"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
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

const scrobbles = Number(process.argv[2] ?? 500_000)
const seconds = Number(process.argv[3] ?? 8)
const articles = Number(process.argv[4] ?? 5_000)

const work = mkdtempSync(join(tmpdir(), "daybook-bench-"))
const postgres = await startPostgres({ fsync: true })
try {
  console.log(
    `\nStoring ${scrobbles.toLocaleString("en")} scrobbles, 20,000 a batch, a commit each (per second); then ten, p50`,
  )
  const bare = await measureBareTable(postgres.url, scrobbles)
  const tellStored = (name: string, { millis, rate }: typeof bare) =>
    console.log(
      `  ${name.padEnd(46)}${round(rate)}   ratio ${ratio(rate, bare.rate)}   ${millis.toFixed(1).padStart(5)} ms`,
    )
  tellStored("bare COPY into one table with the same key", bare)
  const onPostgres = await storeDemoPlays({ kind: "postgres", url: postgres.url }, scrobbles)
  tellStored("PostgreSQL, with all sums", onPostgres)
  aim("importing plays, PostgreSQL: of a bare COPY", onPostgres.rate / bare.rate, "", { atLeast: 0.25 })
  aim(`ten plays after ${scrobbles.toLocaleString("en")}, PostgreSQL`, onPostgres.millis, "ms", { atMost: 8 })
  const onPglite = await storeDemoPlays({ kind: "pglite", dataDir: work }, scrobbles)
  tellStored("PGlite, with all sums", onPglite)
  aim("importing plays, PGlite", onPglite.rate, "a second", { atLeast: 100_000 })

  await measureStarts({ DATA_DIR: work }, { DATABASE_URL: postgres.url })
  await measureReads("memory", "memory", scrobbles)
  await measureReads("PGlite", { kind: "pglite", dataDir: work }, scrobbles)
  await measureReads("PostgreSQL", { kind: "postgres", url: postgres.url }, scrobbles)
  await measureTopAlbums("PGlite", { DATA_DIR: work }, seconds)
  await measureTopAlbums("PostgreSQL", { DATABASE_URL: postgres.url }, seconds)
  await measureRequests("PGlite", { DATA_DIR: work }, seconds)
  await measureRequests("PostgreSQL", { DATABASE_URL: postgres.url }, seconds)
  await measureChanges(postgres.url, seconds)
  await measureWatching()

  const reading = mkdtempSync(join(work, "reading-"))
  await measureReading("PGlite, with pgvector", { kind: "pglite", dataDir: reading }, articles, 4 * articles)
  await measureReading("PostgreSQL", { kind: "postgres", url: postgres.url }, articles, 4 * articles)

  await measureMeaning()

  await measureCheckIns("PGlite", { DATA_DIR: work })
  await measureCheckIns("PostgreSQL", { DATABASE_URL: postgres.url })
  await measureAttending()

  await measureLists(scrobbles)

  await measureImages("PGlite", { kind: "pglite", dataDir: work }, seconds)
  await measureImages("PostgreSQL", { kind: "postgres", url: postgres.url }, seconds)
  tellAims()
} finally {
  await postgres.stop()
  rmSync(work, { recursive: true, force: true })
}

function round(rate: number): string {
  return Math.round(rate).toLocaleString("en").padStart(9)
}

function ratio(ours: number, reference: number): string {
  return (ours / reference).toFixed(2)
}
