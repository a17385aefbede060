// Two bare servers: one sends ready bytes, and one does the least that a hand-written server would, which is to check the
// key's hash and stringify the object.
import { hash } from "node:crypto"
import { createServer } from "node:http"

const answer = process.env["BARE_ANSWER"] ?? "{}"
const object: unknown = JSON.parse(answer)
const ready = Buffer.from(answer)
const isReady = process.env["BARE_READY"] === "on"
const known = new Set([hash("sha256", process.env["READ_KEY"] ?? "")])

const server = createServer((request, response) => {
  if (isReady) {
    return response
      .writeHead(200, { "content-type": "application/json", "content-length": ready.length })
      .end(ready)
  }
  const key = request.headers.authorization?.slice("Bearer ".length) ?? ""
  if (!known.has(hash("sha256", key))) return response.writeHead(401).end()
  const body = JSON.stringify(object)
  return response
    .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
    .end(body)
})

server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  console.log(`at http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`)
})
