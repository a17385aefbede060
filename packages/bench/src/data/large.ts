import { startDaybook } from "../daybookServer.ts"
import { aim } from "../lines.ts"
import type { Setting } from "../setting.ts"
import { storeDemoPlays } from "../storing.ts"
import { percentile, uncached } from "../times.ts"
import { questions } from "../topAlbums.ts"

const few = 5_000

/** Top albums of few and of very many plays on PostgreSQL, and a sync of ten plays next to the many. */
export const measureLarge = async ({ large, postgresUrl, work }: Setting): Promise<void> => {
  const many = large.toLocaleString("en")
  const p50s = new Map<number, ReadonlyArray<number>>()
  for (const plays of [few, large]) {
    const schema = `plays_${plays}`
    const { millis, rate } = await storeDemoPlays({ kind: "postgres", url: postgresUrl }, plays, schema)
    console.log(
      `${plays.toLocaleString("en")} plays on PostgreSQL: ${Math.round(rate).toLocaleString("en")} a second; ten in ${millis.toFixed(1)} ms`,
    )
    if (plays === large) aim(`ten plays after ${many}, PostgreSQL`, millis, "ms", { atMost: 8 })
    const server = await startDaybook({
      DATABASE_URL: postgresUrl,
      DATABASE_SCHEMA: schema,
      DATA_DIR: `${work}/${schema}`,
    })
    const found: Array<number> = []
    for (const { path } of questions("albums")) found.push(percentile(await uncached(server, path, 40), 0.5))
    p50s.set(plays, found)
    await server.stop()
  }
  console.log(`Top albums, not remembered, p50 in ms: of ${few.toLocaleString("en")} plays, of ${many}`)
  for (const [at, { name }] of questions("albums").entries()) {
    const [small = Number.NaN, big = Number.NaN] = [p50s.get(few)?.[at], p50s.get(large)?.[at]]
    console.log(`  ${name.padEnd(26)}${small.toFixed(1).padStart(7)}${big.toFixed(1).padStart(7)}`)
    aim(`${name} of ${many}`, big, "ms", { share: 0.5 }, [few.toLocaleString("en"), small])
  }
}
