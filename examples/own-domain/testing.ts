import { everyDomain, program, teardown } from "@daybook/server"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { once } from "node:events"
import { createServer, type IncomingMessage } from "node:http"
import { format } from "node:util"
import { boardGames } from "./boardGames.ts"

export const keys = {
  admin: "an-admin-key-of-the-tests-0123456789",
  read: "a-read-key-of-the-tests-0123456789",
}

/** A Tally with these plays, on a real HTTP server, and the numbers after which it was asked for plays. */
export const startTally = async (plays: ReadonlyArray<object>, token: string) => {
  const asked: Array<number> = []
  const answer = ({ headers, url = "" }: IncomingMessage) => {
    if (headers.authorization !== `Bearer ${token}`) return undefined
    const { searchParams } = new URL(url, "http://tally")
    const after = Number(searchParams.get("after"))
    asked.push(after)
    return { plays: plays.slice(after, after + Number(searchParams.get("limit"))) }
  }
  const server = createServer((request, response) => {
    const body = answer(request)
    response.writeHead(body === undefined ? 401 : 200).end(JSON.stringify(body))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`
  return { url, asked, [Symbol.dispose]: () => void server.close() }
}

/** Runs the command line with these words in this process. */
export const start = (words: ReadonlyArray<string>, env: Readonly<Record<string, string>>) => {
  const said = { out: "", err: "" }
  const served = Promise.withResolvers<string>()
  const tell =
    (to: "out" | "err") =>
    (...all: ReadonlyArray<unknown>) => {
      said[to] += `${format(...all)}\n`
      const url = /the activity API is at (http:\/\/[\w.:]+)/.exec(said.out)?.[1]
      if (url !== undefined) served.resolve(url)
    }
  const console: Console.Console = Object.assign(Object.create(globalThis.console), {
    log: tell("out"),
    error: tell("err"),
  })
  const fiber = Effect.runFork(
    program([...everyDomain, boardGames], words, env).pipe(Effect.provideService(Console.Console, console)),
  )
  const ended = new Promise<typeof said & { readonly code: number }>((resolve) =>
    fiber.addObserver((exit) =>
      teardown(exit, (code) => {
        served.reject(new Error(`it ended: ${said.out}${said.err}`))
        resolve({ ...said, code })
      }),
    ),
  )
  // No one waits for the address of a command.
  served.promise.catch(() => {})
  const stop = () => {
    fiber.interruptUnsafe()
    return ended
  }
  return { url: served.promise, ended, stop, [Symbol.asyncDispose]: async () => void (await stop()) }
}

/** Calls a server with a key, or with none. */
export const ask = async (
  url: string,
  request: string,
  { key, payload, ...headers }: { key?: string; payload?: object; "if-none-match"?: string } = {},
) => {
  const [method = "", path = ""] = request.split(" ")
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
  })
  const text = await response.text()
  const body: unknown = text === "" ? undefined : JSON.parse(text)
  return { status: response.status, etag: response.headers.get("etag") ?? "", body }
}
