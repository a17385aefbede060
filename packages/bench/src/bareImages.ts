// The least that a hand-written server would do to send an image: ready bytes at /ready, a file from the disk at /file.
import { createReadStream, readFileSync, statSync } from "node:fs"
import { createServer } from "node:http"

const file = process.env["BARE_FILE"] ?? ""
const ready = readFileSync(file)

const server = createServer((request, response) => {
  const isReady = request.url === "/ready"
  response.writeHead(200, {
    "content-type": "image/webp",
    "content-length": isReady ? ready.length : statSync(file).size,
  })
  if (isReady) response.end(ready)
  else createReadStream(file).pipe(response)
})

server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  console.log(`at http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`)
})
