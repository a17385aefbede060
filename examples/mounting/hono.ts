// `node hono.ts`, then http://127.0.0.1:3000/daybook/docs
import { serve } from "@hono/node-server"
import { getConnInfo } from "@hono/node-server/conninfo"
import { Hono } from "hono"
import { daybook } from "./daybook.ts"

export const app = new Hono()

app.all("/daybook/*", (c) => daybook.handler(c.req.raw, { address: getConnInfo(c).remote.address }))

export const start = (port: number) => serve({ fetch: app.fetch, hostname: "127.0.0.1", port })

if (import.meta.main) start(3000)
