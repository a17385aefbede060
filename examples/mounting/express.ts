// `node express.ts`, then http://127.0.0.1:3000/daybook/docs
import { getRequestListener } from "@hono/node-server"
import express from "express"
import { daybook } from "./daybook.ts"

export const app = express()

// Before any parser of bodies: Daybook reads them itself, within limits of its own.
app.use(
  "/daybook",
  getRequestListener(
    (request, { incoming }) => daybook.handler(request, { address: incoming.socket.remoteAddress }),
    { overrideGlobalObjects: false },
  ),
)

export const start = (port: number) => app.listen(port, "127.0.0.1")

if (import.meta.main) start(3000)
