import { demoScrobbles } from "@daybook/demo"
import { Client } from "pg"
import { from } from "pg-copy-streams"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"

/** The rows a second that a bare COPY loads into a table with a primary key, as lines of text. */
export const copyRate = async (url: string, count: number): Promise<number> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query("create table bare_plays (played_at timestamptz, artist text, album text, track text)")
  await client.query("create index on bare_plays (played_at)")
  const lines = Array.from(
    demoScrobbles({ until: Date.now(), count }),
    (play) => `${new Date(play.playedAt).toISOString()}\t${play.artist}\t${play.album}\t${play.track}\n`,
  )
  const start = performance.now()
  await pipeline(Readable.from(lines), client.query(from("copy bare_plays from stdin")))
  const rate = (count / (performance.now() - start)) * 1000
  await client.query("drop table bare_plays")
  await client.end()
  return rate
}
