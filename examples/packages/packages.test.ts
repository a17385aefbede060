import { freshSchema } from "@daybook/storage-postgres/testing"
import type * as _PostgresUrl from "@daybook/storage-postgres/testing/globalSetup"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { inject } from "vitest"
import * as Access from "./access.ts"
import * as Attending from "./attending.ts"
import * as Collecting from "./collecting.ts"
import * as Demo from "./demo.ts"
import * as ImagesNode from "./images-node.ts"
import * as Images from "./images.ts"
import * as Journal from "./journal.ts"
import * as Kernel from "./kernel.ts"
import * as Listening from "./listening.ts"
import * as Places from "./places.ts"
import * as Profiles from "./profiles.ts"
import * as Reading from "./reading.ts"
import * as Running from "./running.ts"
import * as Search from "./search.ts"
import * as StoragePostgres from "./storage-postgres.ts"
import * as StorageSqlite from "./storage-sqlite.ts"
import * as Watching from "./watching.ts"

const gives = <A, E>(name: string, program: Effect.Effect<A, E>, expected: A) =>
  it.live(name, () => Effect.map(program, (given) => assert.deepStrictEqual(given, expected)))

describe("a few lines with each package", () => {
  gives("access", Access.program, Option.some("my site may read"))
  gives("attending", Attending.program, { events: 0, seat: true, stadium: false })
  gives("collecting", Collecting.program, [
    { name: "bluray", count: 2 },
    { name: "dvd", count: 1 },
  ])
  gives("images", Images.program, 0)
  gives("images-node", ImagesNode.program, "is in a private network")
  gives("journal", Journal.program, { checkIns: 2, longest: 2 })
  gives("listening", Listening.program, 1)
  gives("places", Places.program, ["Café Central"])
  gives("profiles", Profiles.program, true)
  gives("reading", Reading.program, ["On harbours"])
  gives("search", Search.program, { found: "Sigur Rós", suggested: "Glósóli" })
  gives("storage-postgres", StoragePostgres.program(inject("postgresUrl"), freshSchema()), "Harbour Lights")
  gives("storage-sqlite", StorageSqlite.program, "Harbour Lights")
  gives("watching", Watching.program, ["Tidewater"])

  it.effect("running", () =>
    Effect.map(Running.program, (summary) => {
      assert.containsSubset(Option.getOrUndefined(summary), { runs: 1, miles: 6.21, pace: "8:03/mi" })
    }),
  )

  it("demo", () => {
    assert.deepStrictEqual(Demo.firstPlay(), Demo.firstPlay())
    assert.isDefined(Demo.firstPlay())
  })

  it("kernel", () => {
    assert.deepStrictEqual(Kernel.day, {
      from: Date.UTC(2026, 6, 14, 23),
      until: Date.UTC(2026, 6, 15, 23),
    })
    assert.strictEqual(Kernel.lateEvening, "2026-07-15")
    assert.containsSubset(Kernel.pagination, { page: 2, total: 120, total_pages: 3 })
  })
})
