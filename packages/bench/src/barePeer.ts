// A hand-written server that adds up the plays of a year for its 50 top albums, with each request.
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { createServer } from "node:http"
import { clientOf } from "./place.ts"

const url = process.env["DATABASE_URL"]
const dataDir = process.env["DATA_DIR"] ?? ""

const serve = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const since = Date.now() - 365 * 86_400_000
  const question = sql`select albums.id, albums.name, artists.name as artist, page.plays
    from (
      select album_id, count(*)::int as plays, max(played_at) as last_played_at from scrobbles
      where played_at >= ${new Date(since).toISOString()}::timestamptz and album_id is not null and not hidden
      group by album_id order by plays desc, last_played_at desc limit 50
    ) as page join albums on albums.id = album_id join artists on artists.id = artist_id
    order by page.plays desc, page.last_played_at desc`
  const server = createServer((_, response) => {
    void Effect.runPromise(question).then((rows) => {
      const body = JSON.stringify({ data: rows })
      response
        .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
        .end(body)
    })
  })
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    console.log(`at http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`)
  })
  process.once("SIGTERM", () => server.close())
  return yield* Effect.callback<void>((resume) => void server.once("close", () => resume(Effect.void)))
})

const place =
  url === undefined ? ({ kind: "pglite", dataDir } as const) : ({ kind: "postgres", url } as const)
await Effect.runPromise(Effect.provide(serve, clientOf(place, "daybook")))
process.exit(0)
