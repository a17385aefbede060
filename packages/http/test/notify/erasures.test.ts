import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { hash } from "node:crypto"
import { startNotify } from "./server.ts"
import { idOf, refused } from "./replies.ts"
import { Instant, readAs } from "../replies.ts"

const Erasures = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      request_id: Schema.String,
      erased_at: Instant,
      id_hash: Schema.String,
      ids: Schema.Int,
      key: Schema.Int,
      key_name: Schema.String,
    }),
  ),
  next_cursor: Schema.NullOr(Schema.String),
})

/** A server that says about its home what was erased there. */
const startErasing = Effect.gen(function* () {
  const server = yield* startNotify()
  const base = `/v1/${server.home.id}/live/erasures`
  const make = Effect.fnUntraced(function* (distinctId: string) {
    yield* server.outcome(idOf(yield* server.setOnce({ distinct_id: distinctId, $once: { x: 1 } })))
  })
  const erase = Effect.fnUntraced(function* (distinctId: string) {
    const { headers, status } = yield* server.ask("DELETE", server.profilePath(distinctId))
    assert.strictEqual(status, 204)
    return String(headers["x-request-id"])
  })
  const listed = (query = "") =>
    Effect.map(server.ask("GET", base + query), (reply) => readAs(Erasures, reply))
  return { ...server, base, make, erase, listed }
})

describe("the log of erasures", () => {
  it.live("has the request, the key and a hash that anybody who knows the id can compute", () =>
    Effect.gen(function* () {
      const { base, erase, home, listed, make, makeWorkspace, ask } = yield* startErasing
      assert.deepStrictEqual(yield* listed(), { data: [], next_cursor: null })
      yield* make("ann@example.org")
      const requestId = yield* erase("ann@example.org")
      assert.match(requestId, /^[0-9a-f-]{36}$/)
      const again = yield* erase("ann@example.org")
      assert.notStrictEqual(again, requestId)
      const { data } = yield* listed()
      const [{ erased_at: _, ...erasure } = assert.fail()] = data
      assert.deepStrictEqual(erasure, {
        request_id: requestId,
        id_hash: hash("sha256", `${home.id}\0live\0ann@example.org`),
        ids: 1,
        key: 1,
        key_name: "a key",
      })
      assert.strictEqual(data.length, 1)
      assert.notInclude((yield* ask("GET", base)).text, "ann")

      const other = yield* makeWorkspace("other")
      const elsewhere = [
        yield* ask("GET", base.replace("live", "test")),
        yield* ask("GET", base.replace(home.id, other.id), { key: other.key }),
      ]
      for (const reply of elsewhere) assert.deepStrictEqual(readAs(Erasures, reply).data, [])
      refused(yield* ask("GET", base, { key: other.key }), 401)
    }),
  )

  it.live("is listed page by page, and by the id that was erased", () =>
    Effect.gen(function* () {
      const { ask, base, erase, listed, make } = yield* startErasing
      const ids: Array<string> = []
      for (const id of ["ann", "bob", "cid"]) {
        yield* make(id)
        ids.push(yield* erase(id))
      }
      const found: Array<string> = []
      let query = "?limit=2"
      while (true) {
        const { data, next_cursor } = yield* listed(query)
        found.push(...data.map(({ request_id }) => request_id))
        if (next_cursor === null) break
        query = `?limit=2&cursor=${next_cursor}`
      }
      assert.deepStrictEqual(found, ids)
      const { data } = yield* listed("?distinct_id=bob")
      assert.deepStrictEqual(
        data.map(({ request_id }) => request_id),
        [ids[1]],
      )
      assert.deepStrictEqual((yield* listed("?distinct_id=dan")).data, [])
      for (const unfit of ["?limit=0", "?limit=1001", "?cursor=x", "?cursor=YW5u", "?distinct_id="]) {
        refused(yield* ask("GET", base + unfit), 400)
      }
    }),
  )
})
