// `bun bun.ts`, then http://127.0.0.1:3000/daybook/docs
import { daybook } from "./daybook.ts"

interface BunServer {
  readonly requestIP: (request: Request) => { readonly address: string } | null
}

export default {
  hostname: "127.0.0.1",
  port: Number(process.env["PORT"] ?? 3000),
  fetch: (request: Request, server: BunServer) =>
    daybook.handler(request, { address: server.requestIP(request)?.address }),
}
