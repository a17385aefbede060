import { ImageFetcher } from "@daybook/images"
import { WebFetcher } from "@daybook/images-node"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import type { RequestListener } from "node:http"
import { gzipSync } from "node:zlib"
import { guardAddresses } from "../src/publicAddresses.ts"
import { webServer } from "./webServer.ts"

const mebibyte = 1024 * 1024

/** Fetches with these hosts configured. */
const fetchWith = (hosts: ReadonlyArray<string>, url: string) =>
  Effect.gen(function* () {
    const services = yield* Layer.build(WebFetcher.layer({ configuredHosts: hosts }))
    return yield* Effect.flatMap(ImageFetcher, ({ fetch }) => fetch(url)).pipe(
      Effect.provideContext(services),
    )
  })

/** Fetches from a server whose host is configured. */
const fetchFrom = Effect.fnUntraced(function* (listener: RequestListener) {
  const server = yield* webServer(listener)
  return yield* fetchWith([server.host], `${server.url}/picture`)
})

/** Why nothing could be fetched. */
const reason = <A, E extends { readonly message: string }, R>(fetch: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(fetch), ({ message }) => message)

describe("the fetcher", () => {
  it.effect("returns the bytes unchanged, and sends no needless headers", () =>
    Effect.gen(function* () {
      const body = Uint8Array.from({ length: 256 }, (_, index) => index)
      const server = yield* webServer((_, response) => response.end(body))
      const path = "/a%20b/c.jpg?x=a%20b&y=%2F+&z"
      const bytes = yield* fetchWith([server.host], server.url + path)
      assert.deepStrictEqual([...bytes], [...body])
      const [request] = server.asked
      assert.strictEqual(request?.url, path)
      assert.deepStrictEqual(Object.keys(request?.headers ?? {}).toSorted(), [
        "accept",
        "accept-encoding",
        "connection",
        "host",
        "user-agent",
      ])
    }),
  )

  it.effect("ignores Content-Type", () =>
    Effect.gen(function* () {
      const bytes = yield* fetchFrom((_, response) =>
        response.writeHead(200, { "content-type": "text/html" }).end("x"),
      )
      assert.strictEqual(bytes.length, 1)
    }),
  )

  it.effect("follows redirects, relative ones too, four times and not five", () =>
    Effect.gen(function* () {
      const server = yield* webServer((request, response) => {
        const left = Number(request.url?.slice(1))
        if (left === 0) return response.end("here")
        const status = [301, 302, 303, 307, 308][left % 5] ?? 302
        return response.writeHead(status, { location: `/${left - 1}` }).end("elsewhere")
      })
      const fetch = (count: number) => fetchWith([server.host], `${server.url}/${count}`)
      assert.strictEqual(Buffer.from(yield* fetch(4)).toString(), "here")
      assert.match(yield* reason(fetch(5)), /redirects more than 4 times/)
    }),
  )

  it.effect("ends a loop of redirects", () =>
    Effect.gen(function* () {
      const server = yield* webServer((_, response) => response.writeHead(302, { location: "/" }).end())
      assert.match(yield* reason(fetchWith([server.host], server.url)), /redirects/)
      assert.strictEqual(server.asked.length, 5)
    }),
  )

  for (const status of [204, 304, 400, 401, 404, 429, 500, 503]) {
    it.effect(`rejects a response with status ${status}`, () =>
      Effect.gen(function* () {
        const why = yield* reason(fetchFrom((_, response) => response.writeHead(status).end()))
        assert.match(why, new RegExp(`answers ${status}`))
      }),
    )
  }

  it.effect("rejects a redirect without a target", () =>
    Effect.gen(function* () {
      for (const location of ["http://", "ftp://images.example/a", "file:///etc/passwd", "data:,a"]) {
        yield* reason(fetchFrom((_, response) => response.writeHead(302, { location }).end()))
      }
      assert.match(yield* reason(fetchFrom((_, response) => response.writeHead(302).end())), /answers 302/)
    }),
  )

  it.effect("reads ten mebibytes and no more, whatever Content-Length says", () =>
    Effect.gen(function* () {
      const most = yield* fetchFrom((_, response) => response.end(Buffer.alloc(10 * mebibyte)))
      assert.strictEqual(most.length, 10 * mebibyte)
      let sent = 0
      const without = yield* reason(
        fetchFrom((_, response) => {
          const send = () => {
            sent += mebibyte
            response.write(Buffer.alloc(mebibyte), (error) => {
              if (!error && sent < 500 * mebibyte) send()
            })
          }
          send()
        }),
      )
      assert.match(without, /more than 10485760 bytes/)
      assert.isBelow(sent, 100 * mebibyte)
    }),
  )

  it.effect("does not read a body that declares a larger size", () =>
    Effect.gen(function* () {
      const why = yield* reason(
        fetchFrom((_, response) =>
          response.writeHead(200, { "content-length": 10 * mebibyte + 1 }).flushHeaders(),
        ),
      )
      assert.match(why, /more than 10485760 bytes/)
    }),
  )

  it.effect("rejects a truncated response", () =>
    Effect.gen(function* () {
      const why = yield* reason(
        fetchFrom((request, response) => {
          response.writeHead(200, { "content-length": 100 })
          response.write("a part", () => request.socket.destroy())
        }),
      )
      assert.match(why, /cannot be reached/)
    }),
  )

  it.effect("does not decompress a compressed response", () =>
    Effect.gen(function* () {
      const bomb = gzipSync(Buffer.alloc(50 * mebibyte))
      const bytes = yield* fetchFrom((_, response) =>
        response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
      )
      assert.strictEqual(bytes.length, bomb.length)
    }),
  )

  it.effect("times out after ten seconds in all", () =>
    Effect.gen(function* () {
      for (const silence of ["before it responds", "in the middle", "after a redirect"]) {
        const reached = yield* Deferred.make<void>()
        const hang = () => Deferred.doneUnsafe(reached, Effect.void)
        const server = yield* webServer((request, response) => {
          if (silence === "before it responds") return hang()
          if (silence === "in the middle") return response.write("a", hang)
          return request.url === "/next" ? hang() : response.writeHead(302, { location: "/next" }).end()
        })
        const fetching = yield* Effect.forkChild(reason(fetchWith([server.host], server.url)))
        yield* Deferred.await(reached)
        yield* TestClock.adjust("9999 millis")
        assert.isUndefined(fetching.pollUnsafe(), silence)
        yield* TestClock.adjust("1 millis")
        assert.match(yield* Fiber.join(fetching), /within 10 seconds/)
      }
    }),
  )

  it.effect("names the reason why a connection failed", () =>
    Effect.gen(function* () {
      const why = yield* reason(fetchFrom((request) => request.socket.destroy()))
      assert.match(why, /cannot be reached \([A-Z_]+\)/)
    }),
  )
})

describe("private addresses", () => {
  const secret: RequestListener = (_, response) => response.end("secret")

  it.effect("are refused in every notation", () =>
    Effect.gen(function* () {
      const server = yield* webServer(secret)
      const port = server.host.split(":")[1]
      for (const host of [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f.0.0.1",
        "017700000001",
        "127.0.0.1.",
        "0.0.0.0",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "localhost",
        "LOCALHOST.",
      ]) {
        yield* reason(fetchWith([], `http://${host}:${port}/`))
        // Another port of a configured host is not configured.
        yield* reason(fetchWith(["127.0.0.1", "127.0.0.1:1", "localhost"], `http://${host}:${port}/`))
      }
      assert.deepStrictEqual(server.asked, [])
    }),
  )

  it.effect("are refused as the target of a redirect", () =>
    Effect.gen(function* () {
      const inside = yield* webServer(secret)
      const port = inside.host.split(":")[1]
      for (const location of [inside.url, `http://localhost:${port}/`, `//127.0.0.1:${port}/x`]) {
        const outside = yield* webServer((_, response) => response.writeHead(302, { location }).end())
        yield* reason(fetchWith([outside.host], outside.url))
        assert.strictEqual(outside.asked.length, 1)
      }
      assert.deepStrictEqual(inside.asked, [])
    }),
  )

  it.effect("are refused as the address of a name", () =>
    Effect.gen(function* () {
      const server = yield* webServer(secret)
      const url = server.url.replace("127.0.0.1", "localhost")
      assert.match(yield* reason(fetchWith([], url)), /private network/)
      const bytes = yield* fetchWith([new URL(url).host], url)
      assert.strictEqual(Buffer.from(bytes).toString(), "secret")
    }),
  )

  it("are all blocks outside the open Internet", () => {
    const { mayLookUp } = guardAddresses()
    for (const host of [
      "10.1.2.3",
      "172.16.0.1",
      "172.31.255.255",
      "192.168.1.1",
      "100.64.0.1",
      "169.254.169.254",
      "0.1.2.3",
      "192.0.2.1",
      "198.18.0.1",
      "224.0.0.1",
      "240.0.0.1",
      "255.255.255.255",
      "[fc00::1]",
      "[fd12:3456::1]",
      "[fe80::1]",
      "[ff02::1]",
      "[64:ff9b::a00:1]",
      "[2002:a00:1::]",
      "[2001::1]",
      "[2001:db8::1]",
      "[::ffff:10.0.0.1]",
      "[::10.0.0.1]",
    ]) {
      assert.isFalse(mayLookUp(new URL(`http://${host}/`).hostname), host)
    }
    for (const host of ["8.8.8.8", "172.32.0.1", "100.128.0.1", "[2606:4700::1111]", "images.example"]) {
      assert.isTrue(mayLookUp(new URL(`http://${host}/`).hostname), host)
    }
  })

  it.effect("include no address with a password in it", () =>
    Effect.gen(function* () {
      const server = yield* webServer(secret)
      for (const user of ["user:password@", "user@", ":password@"]) {
        const why = yield* reason(fetchWith([server.host], `http://${user}${server.host}/`))
        assert.match(why, /holds a password/)
      }
      assert.deepStrictEqual(server.asked, [])
    }),
  )
})
