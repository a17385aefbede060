// A hand-written server that adds up the plays of a year for its 50 top albums, with each request.
import { createServer } from "node:http"
import { openBare, type Place } from "./data/place.ts"
import { addingUp } from "./topAlbums.ts"

const url = process.env["DATABASE_URL"]
const dataDir = process.env["DATA_DIR"] ?? ""
const place: Place = url === undefined ? { kind: "sqlite", dataDir } : { kind: "postgres", url }

const bare = await openBare(place)
const statement = addingUp(place, Date.now() - 365 * 86_400_000)

const server = createServer((_, response) => {
  void bare.ask(statement).then((rows) => {
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
process.once("SIGTERM", () => process.exit(0))
