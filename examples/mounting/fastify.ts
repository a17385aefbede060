// `node fastify.ts`, then http://127.0.0.1:3000/daybook/docs
import { getRequestListener } from "@hono/node-server"
import Fastify from "fastify"
import { daybook } from "./daybook.ts"

const listener = getRequestListener(
  (request, { incoming }) => daybook.handler(request, { address: incoming.socket.remoteAddress }),
  { overrideGlobalObjects: false },
)

export const app = Fastify()

app.register((mounted) => {
  // Daybook reads bodies itself, within limits of its own.
  mounted.removeAllContentTypeParsers()
  mounted.addContentTypeParser("*", (_request, _payload, done) => done(null))
  mounted.all("/daybook/*", (request, reply) => {
    reply.hijack()
    return listener(request.raw, reply.raw)
  })
})

export const start = async (port: number) => {
  await app.listen({ host: "127.0.0.1", port })
  return app.server
}

if (import.meta.main) await start(3000)
