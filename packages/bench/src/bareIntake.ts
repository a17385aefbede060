// The least that a hand-written server would do with a set-once request: check the key's hash, parse the body,
// answer.
import { hash, randomUUID } from "node:crypto"
import { createServer } from "node:http"

const known = new Set([hash("sha256", process.env["NOTIFY_KEY"] ?? "")])
let parsed = 0

const server = createServer((request, response) => {
  const key = request.headers.authorization?.slice("Bearer ".length) ?? ""
  if (!known.has(hash("sha256", key))) return response.writeHead(401).end()
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    const body: { readonly $once: object } = JSON.parse(Buffer.concat(chunks).toString())
    parsed += Object.keys(body.$once).length
    const answer = `{"request_id":"${randomUUID()}"}`
    response
      .writeHead(202, { "content-type": "application/json", "content-length": answer.length })
      .end(answer)
  })
  return undefined
})

server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  console.log(`at http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`)
})
