import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib"
import { startNotify } from "./server.ts"
import { idOf, refused } from "./replies.ts"

const mebibyte = 1024 * 1024

/** A body of this many bytes, with one valid property. */
const bodyOf = (bytes: number) => {
  const start = '{"distinct_id":"ann","$once":{"x":1,"long":"'
  return `${start}${"x".repeat(bytes - start.length - 3)}"}}`
}

const fit = gzipSync(bodyOf(1_000))

describe("a compressed body", () => {
  it.live("is read as the body that was compressed, whatever its length", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      for (const encoding of ["gzip", "GZIP", "x-gzip"]) {
        for (const bytes of [100, 100_000, 4 * mebibyte]) {
          const reply = yield* server.setOnce(gzipSync(bodyOf(bytes)), { "content-encoding": encoding })
          assert.deepInclude((yield* server.outcome(idOf(reply))) as object, { status: "processed" })
        }
      }
      // Random texts stay long: this body does not come in one piece.
      const ids = Array.from({ length: 900 }, (_, at) => [
        `p${at}`,
        Array.from({ length: 4 }, () => crypto.randomUUID()),
      ])
      const long = gzipSync(JSON.stringify({ distinct_id: "ann", $once: Object.fromEntries(ids) }))
      assert.isAbove(long.length, 65_536)
      const outcome = yield* server.outcome(idOf(yield* server.setOnce(long, { "content-encoding": "gzip" })))
      assert.lengthOf((outcome as { readonly applied: ReadonlyArray<string> }).applied, ids.length)
      // Members of one file are one body (RFC 1952, 2.2).
      const halves = ['{"distinct_id":"bob",', '"$once":{"x":1}}'].map((half) => gzipSync(half))
      idOf(yield* server.setOnce(Buffer.concat(halves), { "content-encoding": "gzip" }))
      idOf(yield* server.setOnce(bodyOf(100), { "content-encoding": "identity" }))

      // A retry may be compressed or not.
      const key = { "idempotency-key": "k" }
      const plain = idOf(yield* server.setOnce(bodyOf(200), key))
      const again = yield* server.setOnce(gzipSync(bodyOf(200)), { ...key, "content-encoding": "gzip" })
      assert.strictEqual(idOf(again), plain)
    }),
  )

  it.live("is never inflated past 4 MiB", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const send = (body: Uint8Array) => server.setOnce(body, { "content-encoding": "gzip" })
      refused(yield* send(gzipSync(bodyOf(4 * mebibyte + 1))), 413, /4 MiB/)
      refused(yield* send(gzipSync(gzipSync(" ".repeat(8 * mebibyte)))), 400)
      // A member of 4 kB inflates to 4 MiB: as many as fit into a body are 4 GiB.
      const member = gzipSync(Buffer.alloc(4 * mebibyte, " "))
      for (const members of [2, 10, Math.floor((4 * mebibyte) / member.length)]) {
        refused(yield* send(Buffer.concat(Array.from({ length: members }, () => member))), 413, /4 MiB/)
      }
      idOf(yield* send(fit))
    }),
  )

  it.live("that is broken or cut off is 400", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const long = gzipSync(Array.from({ length: 9_000 }, () => crypto.randomUUID()).join())
      const changed = Buffer.from(fit)
      // The last eight bytes are a checksum and the length.
      changed[changed.length - 8] = (changed[changed.length - 8] ?? 0) ^ 1
      const broken = [
        Buffer.alloc(0),
        fit.subarray(0, 10),
        fit.subarray(0, -1),
        fit.subarray(1),
        long.subarray(0, -9),
        changed,
        Buffer.concat([fit, Buffer.from("more")]),
        Buffer.from(bodyOf(100)),
        deflateSync(bodyOf(100)),
      ]
      for (const body of broken) {
        refused(yield* server.setOnce(body, { "content-encoding": "gzip" }), 400, /gzip/)
      }
      refused(yield* server.setOnce(gzipSync("{"), { "content-encoding": "gzip" }), 400, /JSON/)
      refused(
        yield* server.setOnce(gzipSync(new Uint8Array([0xff])), { "content-encoding": "gzip" }),
        400,
        /UTF-8/,
      )
      refused(yield* server.setOnce(fit), 400, /UTF-8/)
    }),
  )

  it.live("in any other encoding is 415, after the key and before it is read", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const encoded = [
        ["br", brotliCompressSync(bodyOf(100))],
        ["deflate", deflateSync(bodyOf(100))],
        ["zstd", fit],
        ["gzip, gzip", gzipSync(fit)],
        ["gzip, identity", fit],
        ["gzip;q=1", fit],
        ["br", Buffer.alloc(5 * mebibyte)],
      ] as const
      for (const [encoding, body] of encoded) {
        const headers = { "content-encoding": encoding }
        for (const operation of ["set-once", "batch"]) {
          const reply = yield* server.send(operation, body, headers)
          refused(reply, 415, /gzip/)
          assert.strictEqual(reply.headers["accept-encoding"], "gzip")
        }
        const unknown = yield* server.ask("POST", server.setOncePath, { key: "wrong", headers, body: "{}" })
        refused(unknown, 401)
      }
    }),
  )
})
