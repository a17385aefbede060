import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { askRaw, parseRaw } from "../ask.ts"
import { assertFailure, standing } from "../replies.ts"
import { startServer, type TestServer } from "../testServer.ts"

const keys = "/v1/admin/keys"
const fit = { name: "phone", scope: "read" }

const head = (server: TestServer, ...lines: ReadonlyArray<string>) =>
  [`POST ${keys} HTTP/1.1`, "Host: x", `Authorization: Bearer ${server.admin.key}`, ...lines, "", ""].join(
    "\r\n",
  )

const mebibyte = 1024 * 1024

/** A body of exactly this many bytes that makes a key. */
const bodyOf = (bytes: number) => {
  const body = JSON.stringify({ ...fit, note: "" })
  return body.replace(`"note":""`, `"note":"${"x".repeat(bytes - body.length)}"`)
}

describe("bodies", () => {
  it.effect("are refused when they are not JSON", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const body of ["{", "{}}", "name=phone", "{'name':1}", "NaN", "\uFEFF{", '{"name":"a",}', "\0"]) {
        assertFailure(yield* server.command("POST", keys, { body }), 400, /JSON/)
      }
    }),
  )

  it.effect("are refused when they are not UTF-8", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const body = Buffer.concat([
        Buffer.from('{"name":"'),
        Buffer.from([0xff, 0xfe]),
        Buffer.from('","scope":"read"}'),
      ])
      assertFailure(yield* server.command("POST", keys, { body }), 400, /UTF-8/)
    }),
  )

  it.effect("are refused unless they are objects", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const body of ["null", "true", "1", '"text"', "[]", `[${JSON.stringify(fit)}]`]) {
        assertFailure(yield* server.command("POST", keys, { body }), 400, /object/)
      }
    }),
  )

  it.effect("report which field is invalid, without repeating what was sent", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const [change, field] of [
        [{ name: undefined }, "name"],
        [{ name: null }, "name"],
        [{ name: 5 }, "name"],
        [{ name: ["hunter2"] }, "name"],
        [{ name: "" }, "name"],
        [{ name: "hunter2".repeat(20) }, "name"],
        [{ scope: undefined }, "scope"],
        [{ scope: "hunter2" }, "scope"],
        [{ scope: "ADMIN" }, "scope"],
        [{ scope: ["read"] }, "scope"],
        [{ rate_limit: "hunter2" }, "rate_limit"],
        [{ rate_limit: null }, "rate_limit"],
        [{ expires_at: 5 }, "expires_at"],
        [{ expires_at: null }, "expires_at"],
        [{ expires_at: { a: "hunter2" } }, "expires_at"],
      ] as const) {
        const says = assertFailure(yield* server.command("POST", keys, { body: { ...fit, ...change } }), 400)
        assert.match(says, new RegExp(`^${field}: `), JSON.stringify(change))
        assert.notInclude(says, "hunter2")
        assert.isBelow(says.length, 200)
      }
    }),
  )

  it.effect("are {} when there is nothing in them", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const body of [undefined, "", "  \r\n\t "]) {
        assertFailure(yield* server.command("POST", keys, { body }), 400, /^name: /)
      }
      const chunked = head(server, "Transfer-Encoding: chunked", "Connection: close")
      const { text } = yield* askRaw(server.address, [`${chunked}0\r\n\r\n`])
      assert.strictEqual(parseRaw(text).status, 400)
      assert.match(text, /"name: /)
    }),
  )

  it.effect("are parsed as JSON whatever their Content-Type", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const type of [
        "application/json",
        "application/json; charset=utf-8",
        "application/vnd.api+json",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "multipart/form-data; boundary=x",
        "application/octet-stream",
        "image/png",
        "nonsense",
        "",
      ]) {
        const reply = yield* server.command("POST", keys, { body: fit, headers: { "content-type": type } })
        assert.strictEqual(reply.status, 201, `${type}: ${reply.text}`)
      }
    }),
  )

  it.effect("may hold fields that no one knows", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const body = `{"name":"phone","scope":"read","colour":"red","__proto__":{"scope":"admin"},"id":7}`
      const reply = yield* server.command("POST", keys, { body })
      assert.strictEqual(reply.status, 201)
      assert.notInclude(reply.text, "colour")
      assert.include(reply.text, `"scope":"read"`)
    }),
  )

  it.effect("may have 1 MiB and not a byte more", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      assert.strictEqual((yield* server.command("POST", keys, { body: bodyOf(mebibyte) })).status, 201)
      assertFailure(yield* server.command("POST", keys, { body: bodyOf(mebibyte + 1) }), 413)
    }),
  )

  it.effect("are refused by their Content-Length before any of them is read", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { text } = yield* askRaw(server.address, [
        head(server, "Content-Length: 99999999999", "Connection: close"),
      ])
      assert.strictEqual(parseRaw(text).status, 413)
      assert.match(text, /"status":413/)
    }),
  )

  it.effect("are refused while they stream in, without being read to their end", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const chunk = `10000\r\n${" ".repeat(65_536)}\r\n`
      const endless = function* () {
        yield head(server, "Transfer-Encoding: chunked", "Connection: close")
        for (let sent = 0; sent < 512 * mebibyte; sent += 65_536) yield chunk
      }
      const { text, written } = yield* askRaw(server.address, endless())
      assert.strictEqual(parseRaw(text).status, 413)
      assert.isBelow(written, 64 * mebibyte)
    }),
  )

  it.effect("are abandoned if they do not end within 30 seconds", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const begun = yield* Effect.forkChild(
        askRaw(server.address, [`${head(server, "Content-Length: 50", "Connection: close")}{"name":`]),
      )
      // It has arrived as far as its body when it was counted next to those that request the count.
      for (let asked = 1; ; asked++) {
        const { limit, remaining } = standing(yield* server.command("GET", "/v1/admin/sync"))
        if (limit - remaining > asked) break
      }
      yield* TestClock.adjust("30 seconds")
      const { text } = yield* Fiber.join(begun)
      assert.strictEqual(parseRaw(text).status, 408)
      assert.match(text, /"status":408/)
    }),
  )
})
