import { demoScrobbles } from "@daybook/demo"
import type { Scrobble } from "@daybook/listening"
import { Client } from "pg"
import { from } from "pg-copy-streams"
import { DatabaseSync } from "node:sqlite"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { median } from "./times.ts"

/** As psql's `\copy` sends. A line a message is several times as slow, and measures the messages. */
const chunkLength = 1 << 16

const linesOf = (plays: ReadonlyArray<Scrobble>) =>
  plays.map(
    ({ album, artist, playedAt, track }) =>
      `${new Date(playedAt).toISOString()}\t${artist}\t${album}\t${track}\n`,
  )

/** The lines as chunks of bytes, made before the clock starts. */
const chunksOf = (lines: ReadonlyArray<string>): ReadonlyArray<Buffer> => {
  const bytes = Buffer.from(lines.join(""))
  return Array.from({ length: Math.ceil(bytes.length / chunkLength) }, (_, at) =>
    bytes.subarray(at * chunkLength, (at + 1) * chunkLength),
  )
}

/** The median time, in milliseconds, of storing ten plays a hundred times; `store` is given the number of the time. */
export const tenPlaysMillis = async (store: (time: number) => Promise<unknown>): Promise<number> => {
  const times: Array<number> = []
  for (let time = 0; time < 100; time++) {
    const start = performance.now()
    await store(time)
    times.push(performance.now() - start)
  }
  return median(times)
}

// One table of names with the key of a play: its second, its artist and its track.
const table = `create table bare_plays (played_at timestamptz, artist text, album text, track text,
  primary key (played_at, artist, track))`
const insertTen = `insert into bare_plays select now() + make_interval(secs => $1 * 10 + at), 'artist', 'album', 'track'
  from generate_series(1, 10) as at`

const demoPlays = (count: number) => [...demoScrobbles({ until: Date.now(), count })]

/**
 * Returns the rows a second that a bare COPY loads into such a table in one transaction, and the median time in which a
 * bare statement adds ten, in milliseconds.
 */
export const measureBareTable = async (url: string, count: number) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(table)
  const chunks = chunksOf(linesOf(demoPlays(count)))
  const start = performance.now()
  await pipeline(Readable.from(chunks), client.query(from("copy bare_plays from stdin")))
  const rate = (count / (performance.now() - start)) * 1000
  const millis = await tenPlaysMillis((time) => client.query(insertTen, [time]))
  await client.query("drop table bare_plays")
  await client.end()
  return { rate, millis }
}

/** The same by bare inserts into a SQLite file that is as safe as ours. */
export const measureBareFile = async (file: string, count: number) => {
  const database = new DatabaseSync(file)
  database.exec("pragma journal_mode = wal; pragma synchronous = full")
  database.exec(`create table bare_plays (played_at int, artist text, album text, track text,
    primary key (played_at, artist, track)) without rowid`)
  const insert = database.prepare("insert into bare_plays values (?, ?, ?, ?)")
  const plays = demoPlays(count)
  const inOneCommit = (rows: ReadonlyArray<Scrobble>) => {
    database.exec("begin immediate")
    for (const { album, artist, playedAt, track } of rows) insert.run(playedAt, artist, album, track)
    database.exec("commit")
  }
  const start = performance.now()
  inOneCommit(plays)
  const rate = (count / (performance.now() - start)) * 1000
  const until = Date.now()
  const millis = await tenPlaysMillis(async (time) =>
    inOneCommit(plays.slice(0, 10).map((play, at) => ({ ...play, playedAt: until + time * 10 + at }))),
  )
  database.close()
  return { rate, millis }
}
