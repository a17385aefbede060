import { CohortId, SnapshotStore } from "@daybook/profiles"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { idOf, ProfileShape, refused } from "./replies.ts"
import { startNotify } from "./server.ts"
import { Instant, readAs } from "../replies.ts"

const SavedShape = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  filter: Schema.Json,
  created_at: Instant,
})
const Found = Schema.Struct({ data: Schema.Array(ProfileShape), next_cursor: Schema.NullOr(Schema.String) })

describe("a saved cohort", () => {
  it.live("is saved, listed, found, asked about a profile, and deleted", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const path = (more = "") => `/v1/${server.home.id}/live/cohorts${more}`
      const profiles = [
        ["ann", { plan: "pro", seats: 3 }],
        ["bob", { plan: "pro", seats: 9 }],
        ["cid", { plan: "free", seats: 5 }],
      ] as const
      for (const [id, $once] of profiles) {
        yield* server.outcome(idOf(yield* server.setOnce({ distinct_id: id, $once })))
      }
      const filter = { all: [{ name: "plan", op: "eq", value: "pro" }] }
      const made = yield* server.ask("POST", path(), { body: { name: "paying", filter } })
      assert.strictEqual(made.status, 201, made.text)
      const saved = readAs(SavedShape, made)
      assert.deepStrictEqual([saved.name, saved.filter], ["paying", filter])
      assert.deepStrictEqual(
        readAs(Schema.Struct({ data: Schema.Array(SavedShape) }), yield* server.ask("GET", path())).data,
        [saved],
      )
      assert.deepStrictEqual(readAs(SavedShape, yield* server.ask("GET", path(`/${saved.id}`))), saved)

      const query = "?sort=-seats&fields=seats&limit=1"
      const first = readAs(Found, yield* server.ask("GET", path(`/${saved.id}/profiles${query}`)))
      assert.deepStrictEqual(
        first.data.map((one) => [one.distinct_id, one.properties]),
        [["bob", { seats: 9 }]],
      )
      const next = path(`/${saved.id}/profiles${query}&cursor=${first.next_cursor}`)
      const second = readAs(Found, yield* server.ask("GET", next))
      assert.deepStrictEqual([second.data[0]?.distinct_id, second.next_cursor], ["ann", null])

      const membership = yield* server.ask("GET", path(`/${saved.id}/profiles/cid`))
      assert.deepStrictEqual(JSON.parse(membership.text), {
        distinct_id: "cid",
        matches: false,
        decided_by: [{ name: "plan", op: "eq", value: "pro", holds: false }],
      })
      refused(yield* server.ask("GET", path(`/${saved.id}/profiles/nobody`)), 404, /profile/)

      assert.strictEqual((yield* server.ask("DELETE", path(`/${saved.id}`))).status, 204)
      for (const more of ["", "/profiles", "/profiles/ann"]) {
        refused(yield* server.ask("GET", path(`/${saved.id}${more}`)), 404, /cohort/)
      }
      refused(yield* server.ask("DELETE", path(`/${saved.id}`)), 404, /cohort/)
      const bodies: ReadonlyArray<readonly [unknown, RegExp]> = [
        ["{", /JSON/],
        [{ name: "x" }, /filter/],
        [{ name: "", filter }, /name/],
        [{ name: "x", filter, more: 1 }, /only name and filter/],
        ['{"name":"x","filter":{"name":"n","op":"eq","value":12345678901234567890}}', /double/],
      ]
      for (const [body, says] of bodies) refused(yield* server.ask("POST", path(), { body }), 400, says)
    }),
  )
})

describe("a snapshot of a cohort", () => {
  it.live("is taken, listed, read page by page, and deleted", () =>
    Effect.gen(function* () {
      const server = yield* startNotify()
      const path = (more = "") => `/v1/${server.home.id}/live/cohorts${more}`
      for (const id of ["ann", "bob", "cid"]) {
        yield* server.setOnce({ distinct_id: id, $once: { plan: "pro", seats: 1 } })
      }
      const filter = { name: "plan", op: "eq", value: "pro" }
      const saved = readAs(
        SavedShape,
        yield* server.ask("POST", path(), { body: { name: "paying", filter } }),
      )
      const all = path(`/${saved.id}/snapshots`)
      const made = yield* server.ask("POST", all)
      assert.strictEqual(made.status, 201, made.text)
      const SnapshotShape = Schema.Struct({
        id: Schema.String,
        cohort: Schema.String,
        taken_at: Instant,
        profiles: Schema.Int,
      })
      const snapshot = readAs(SnapshotShape, made)
      assert.deepStrictEqual([snapshot.cohort, snapshot.profiles], [saved.id, 3])
      const Listed = Schema.Struct({ data: Schema.Array(SnapshotShape) })
      assert.deepStrictEqual(readAs(Listed, yield* server.ask("GET", all)).data, [snapshot])

      yield* server.send("set", { distinct_id: "ann", $set: { plan: "free" } })
      assert.strictEqual((yield* server.ask("DELETE", server.profilePath("bob"))).status, 204)
      const members = `${all}/${snapshot.id}/profiles?fields=plan&limit=1`
      const first = readAs(Found, yield* server.ask("GET", members))
      assert.deepStrictEqual(
        first.data.map((one) => [one.distinct_id, one.properties]),
        [["ann", { plan: "free" }]],
      )
      const second = readAs(Found, yield* server.ask("GET", `${members}&cursor=${first.next_cursor}`))
      assert.deepStrictEqual([second.data[0]?.distinct_id, second.next_cursor], ["cid", null])

      refused(yield* server.ask("GET", `${members}&cursor=!`), 400, /cursor/)
      for (const id of ["none", "a%00"]) {
        refused(yield* server.ask("GET", `${all}/${id}/profiles`), 404, /snapshot/)
        refused(yield* server.ask("DELETE", `${all}/${id}`), 404, /snapshot/)
        refused(yield* server.ask("POST", path(`/${id}/snapshots`)), 404, /cohort/)
        refused(yield* server.ask("GET", path(`/${id}`)), 404, /cohort/)
        refused(yield* server.ask("DELETE", path(`/${id}`)), 404, /cohort/)
      }
      assert.strictEqual((yield* server.ask("DELETE", `${all}/${snapshot.id}`)).status, 204)
      refused(yield* server.ask("DELETE", `${all}/${snapshot.id}`), 404, /snapshot/)
      const other = readAs(SnapshotShape, yield* server.ask("POST", all))
      assert.strictEqual(other.profiles, 1)
      // A cohort goes with its snapshots.
      assert.strictEqual((yield* server.ask("DELETE", path(`/${saved.id}`))).status, 204)
      refused(yield* server.ask("GET", all), 404, /cohort/)
      refused(yield* server.ask("GET", `${all}/${other.id}/profiles`), 404, /snapshot/)
    }),
  )

  it.live("is not taken of a cohort that is deleted meanwhile", () =>
    Effect.gen(function* () {
      let meanwhile: Effect.Effect<unknown> = Effect.void
      const server = yield* startNotify({
        store: (store) => ({
          ...store,
          find: (place, cohort) =>
            Effect.andThen(
              Effect.suspend(() => meanwhile),
              store.find(place, cohort),
            ),
        }),
      })
      const path = (more = "") => `/v1/${server.home.id}/live/cohorts${more}`
      yield* server.setOnce({ distinct_id: "ann", $once: { plan: "pro" } })
      const body = { name: "all", filter: { name: "plan", op: "exists", value: true } }
      const saved = readAs(SavedShape, yield* server.ask("POST", path(), { body }))
      meanwhile = server.ask("DELETE", path(`/${saved.id}`))
      refused(yield* server.ask("POST", path(`/${saved.id}/snapshots`)), 404, /cohort/)
      const snapshots = yield* Effect.provideContext(SnapshotStore, server.services)
      const place = { workspace: server.home.id, version: "live" } as const
      assert.deepStrictEqual(yield* snapshots.list(place, CohortId.make(saved.id)), [])
    }),
  )
})
