import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { call, connect, newest } from "./assistantClient.ts"
import { plays } from "./scriptedSource.ts"
import { start, startServer } from "./testServer.ts"

describe("lists for assistants", () => {
  it.effect("come in parts that fit, whatever is stored", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const names = Array.from({ length: 45 }, (_, at) => `${at} ${'"\\\u0001\n'.repeat(100)}`)
      for (const [at, name] of names.entries()) {
        yield* server.store.storeScrobbles(plays(name, "An album", 1, start - at * 3_600_000))
      }
      const client = yield* connect(server, server.read.key, newest)
      const seen: Array<string> = []
      let asked = 0
      for (let offset = 0; offset < names.length;) {
        const { bytes, data, more } = yield* call(client, "top_music", { of: "artists", offset, limit: 20 })
        assert.isBelow(bytes, 20_000)
        const { rows } = data as { readonly rows: ReadonlyArray<{ readonly name: string }> }
        seen.push(...rows.map(({ name }) => name.split(" ")[0] ?? ""))
        assert.isAbove(rows.length, 0)
        assert.strictEqual(
          more?.includes(`offset ${offset + rows.length}`) ?? false,
          seen.length < names.length,
        )
        offset += rows.length
        asked += 1
      }
      assert.sameMembers(
        seen,
        names.map((_, at) => String(at)),
      )
      assert.isAbove(asked, 3)
    }),
  )

  it.effect("have an end if rows are hidden", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (let at = 0; at < 45; at++) {
        yield* server.store.storeScrobbles(plays(`Artist ${at}`, "An album", 1, start - at * 3_600_000))
      }
      const { text } = yield* server.get("/v1/listening/top/artists?period=overall&limit=45")
      const { data: artists } = JSON.parse(text) as { readonly data: ReadonlyArray<{ readonly id: number }> }
      // One row of the first page, and the whole second one.
      const hidden = [artists[3], ...artists.slice(20, 40)]
      for (const artist of hidden) {
        const path = `/v1/admin/listening/artist/${artist?.id}`
        assert.strictEqual((yield* server.command("PATCH", path, { body: { hidden: true } })).status, 200)
      }
      const client = yield* connect(server, server.read.key, newest)
      const seen: Array<{ readonly id: number }> = []
      const told: Array<string | undefined> = []
      for (let offset = 0; !Number.isNaN(offset);) {
        const { data, more } = yield* call(client, "top_music", { of: "artists", offset, limit: 15 })
        seen.push(...(data as { readonly rows: ReadonlyArray<{ readonly id: number }> }).rows)
        told.push(more)
        offset = Number(/at offset (\d+)/.exec(more ?? "")?.[1])
      }
      assert.deepStrictEqual(
        seen.map(({ id }) => id),
        artists.filter((artist) => !hidden.includes(artist)).map(({ id }) => id),
      )
      assert.deepStrictEqual(told, [
        "Rows 1 to 15 of 45. The next page starts at offset 15.",
        "Rows 16 to 19 of 45. The next page starts at offset 20.",
        "The next page starts at offset 40.",
        undefined,
      ])
    }),
  )
})
