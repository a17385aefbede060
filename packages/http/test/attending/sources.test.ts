import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { assertFailure, readAs } from "../replies.ts"
import { startServer } from "../testServer.ts"
import { Row, add, addRow, concert, promote, sourcesPath } from "./requests.ts"

const Promoted = Schema.Struct({
  status: Schema.Literal("promoted"),
  event_id: Schema.Int,
  action: Schema.Literals(["inserted", "updated"]),
  match_confidence: Schema.Finite,
  match_notes: Schema.Array(Schema.String),
})

describe("source rows", () => {
  it.effect("are added once by their reference: 201, then 200 with the stored row", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const first = yield* add(server, concert, "one")
      assert.strictEqual(first.status, 201, first.text)
      const row = readAs(Row, first)
      assert.deepStrictEqual(row, {
        id: row.id,
        source_type: "manual",
        source_ref: "one",
        raw_data: concert,
        created_at: "2026-07-15T12:00:00.000Z",
      })
      const again = yield* add(server, {}, "one")
      assert.strictEqual(again.status, 200)
      assert.deepStrictEqual(readAs(Row, again), row)
      const promoted = readAs(Promoted, yield* promote(server, row.id))
      assert.deepStrictEqual(readAs(Row, yield* add(server, {}, "one")), {
        ...row,
        event_id: promoted.event_id,
      })
    }),
  )

  it.effect("that are pending are listed page by page, oldest first", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const ref of ["a", "b", "c"]) yield* add(server, concert, ref)
      const reply = yield* server.command("GET", `${sourcesPath}?limit=2`)
      const page = Schema.Struct({ data: Schema.Array(Row), pagination: Schema.Unknown })
      const { data, pagination } = readAs(page, reply)
      assert.deepStrictEqual(
        data.map(({ source_ref }) => source_ref),
        ["a", "b"],
      )
      assert.deepStrictEqual(pagination, { page: 1, limit: 2, total: 3, total_pages: 2 })
      assertFailure(yield* server.command("GET", `${sourcesPath}?limit=0`), 400, /^limit: /)
    }),
  )

  const unfit = [
    [{}, /^source_type: /],
    [
      { source_type: "letter", source_ref: "x", raw_data: {} },
      /^source_type: must be calendar, mail or manual/,
    ],
    [{ source_type: "mail", source_ref: "", raw_data: {} }, /^source_ref: must have 1 to 500 characters/],
    [{ source_type: "mail", source_ref: 7, raw_data: {} }, /^source_ref: /],
    [{ source_type: "mail", source_ref: "a\0b", raw_data: {} }, /^source_ref: must not contain/],
    [{ source_type: "mail", source_ref: "x" }, /^raw_data: is missing/],
    [{ source_type: "mail", source_ref: "x", raw_data: [] }, /^raw_data: /],
    ["{", /JSON/],
  ] as const
  for (const [body, says] of unfit) {
    it.effect(`of ${JSON.stringify(body)} are refused as 400`, () =>
      Effect.gen(function* () {
        const server = yield* startServer()
        assertFailure(yield* server.command("POST", sourcesPath, { body }), 400, says)
      }),
    )
  }
})

describe("promoting", () => {
  it.effect("responds with the event, what was done, the confidence and the doubts; without a body too", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const id = yield* addRow(server, concert)
      const first = yield* promote(server, id)
      assert.strictEqual(first.status, 200, first.text)
      const promoted = readAs(Promoted, first)
      assert.deepStrictEqual(promoted, {
        status: "promoted",
        event_id: promoted.event_id,
        action: "inserted",
        match_confidence: 0.5,
        match_notes: ['"Lantern Hall" is a new venue'],
      })
      const again = readAs(Promoted, yield* promote(server, id, { title: "Renamed", unknown: 1 }))
      assert.deepStrictEqual(again, { ...promoted, action: "updated", match_confidence: 1, match_notes: [] })
    }),
  )

  it.effect("refuses what is unfit with 400, then what is not there with 404", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const id = yield* addRow(server, { title: "No day" })
      for (const bad of ["x", "1.5", "-1", "99999999999"])
        assertFailure(yield* promote(server, bad), 400, /^id: must be a whole number/)
      const bodies = [
        [{ title: 7 }, /^title: must be a text/],
        [{ performers: "Ida" }, /^performers: /],
        [{ performers: [7] }, /^performers\.0: must be a text/],
        [{ event_date: "2024-02-30" }, /^event_date: /],
        [{ event_datetime: "noon" }, /^event_datetime: /],
        ["[]", /object/],
        ["{", /JSON/],
      ] as const
      for (const [body, says] of bodies) assertFailure(yield* promote(server, 999, body), 400, says)
      assertFailure(yield* promote(server, 999), 404, /^There is no source row 999$/)
      assertFailure(yield* promote(server, id), 400, /^event_date: /)
    }),
  )
})
