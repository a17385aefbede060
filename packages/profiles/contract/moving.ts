import {
  type ImportReport,
  ImportStopped,
  makeExportProfiles,
  makeImportProfiles,
  noLimits,
  type Place,
  ProfileFormat,
  GroupCommit,
  ProfileStore,
  PropertyStore,
  type SettingField,
  type WorkspaceLimits,
  WorkspaceRates,
  type WorkspaceStore,
} from "@daybook/profiles"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import {
  acceptOne,
  erasing,
  home,
  mergeRequest,
  noon,
  outcomeOf,
  place,
  propertiesOf,
  request,
  requestOf,
} from "./requests.ts"

const away = place("away")

interface Importing {
  readonly at?: Place
  readonly field?: SettingField
  readonly limits?: WorkspaceLimits
  /** Characters of a piece. */
  readonly size?: number
}

const exported = Effect.fnUntraced(function* (format: ProfileFormat, at = home, after?: string) {
  const exportProfiles = yield* makeExportProfiles
  return yield* Stream.mkString(yield* exportProfiles(at, format, after))
})

const imported = Effect.fnUntraced(function* (
  format: ProfileFormat,
  text: string,
  { at = home, field = "$once", limits = noLimits, size = 7 }: Importing = {},
) {
  const run = yield* makeImportProfiles
  const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  )
  return yield* run(at, limits, { format, field, pieces: Stream.fromIterable(pieces) })
})

const shortOf = ({ problems, ...counts }: ImportReport) => [
  Object.values(counts).join(" "),
  ...problems.map(({ line, name, reason }) =>
    [line, name, reason].filter((one) => one !== undefined).join(" "),
  ),
]

/** Profiles with every type of value, texts that look like others, other ids, and a type that no profile has. */
const fill = Effect.gen(function* () {
  yield* acceptOne(request("ann", { plan: "pro", seats: 3, ratio: 1e-7, on: true, born: "2024-02-29" }))
  yield* acceptOne(request("bob", { plan: "5", seats: -0.5, on: false, tags: ["x", 1, "2024-01-01", ""] }))
  yield* acceptOne(
    request("cid", { plan: "", note: "=1+1", born: "2020-10-01T18:30:00.000+05:30", tags: [] }),
  )
  yield* acceptOne(
    request('d,"e" f', { note: 'a "b", c', plan: "true", 10: "ten", "a,b": "[1]", __proto__x: 1 }),
  )
  yield* acceptOne(request("\u{1F388}", { plan: "2024-01-01", note: '"quoted"', "na\u00efve": " spaced " }))
  yield* acceptOne(requestOf("append", "empty", { tags: ["gone"] }))
  yield* acceptOne(requestOf("unset", "empty", ["tags"]))
  yield* acceptOne(mergeRequest("ann-too", "ann"))
  yield* acceptOne(mergeRequest("\u{FFFD}", "ann"), noon + 5_000)
  yield* acceptOne(requestOf("set", "bob", { seats: 9 }), noon + 60_000)
})

/** Makes profiles that are numbered. */
const acceptNumbered = Effect.fnUntraced(function* (count: number) {
  const store = yield* ProfileStore
  const requests = Array.from({ length: count }, (_, number) =>
    request(`p${String(number).padStart(4, "0")}`, { number }),
  )
  yield* Effect.orDie(store.accept(requests, noon))
})

/** Contract: export and import. */
export const movingContract = (
  fresh: () => Layer.Layer<ProfileStore | PropertyStore | WorkspaceStore>,
): void => {
  const test = (
    name: string,
    body: Effect.Effect<void, unknown, ProfileStore | PropertyStore | GroupCommit | WorkspaceRates>,
  ) =>
    it.effect(name, () =>
      Effect.provide(
        Effect.andThen(TestClock.setTime(noon + 3_600_000), Effect.orDie(body)),
        Layer.provideMerge(Layer.mergeAll(GroupCommit.layer(), WorkspaceRates.layer), fresh()),
      ),
    )

  for (const format of ProfileFormat.literals) {
    test(
      `an export as ${format} that is imported into an empty workspace is exported as the same bytes`,
      Effect.gen(function* () {
        yield* fill
        const text = yield* exported(format)
        const report = yield* imported(format, text, { at: away })
        assert.deepStrictEqual(shortOf(report), ["6 5 0 0"])
        assert.strictEqual(yield* exported(format, away), text)
        const again = yield* imported(format, text, { at: away, size: 100_000 })
        assert.deepStrictEqual(shortOf(again), ["6 0 0 0"])
        assert.strictEqual(yield* exported(format, away), text)
        assert.deepStrictEqual(shortOf(yield* imported(format, text, { at: away, field: "$set" })), [
          "6 0 0 0",
        ])
        assert.strictEqual(yield* exported(format, away), text)
        // Imported values are set: a set-once changes nothing.
        const outcome = yield* outcomeOf(
          yield* acceptOne(request("ann-too", { plan: "free" }, { at: away })),
          away,
        )
        assert.deepStrictEqual(outcome?.applied, [])
      }),
    )

    test(
      `an export as ${format} is taken up after the last profile that came`,
      Effect.gen(function* () {
        yield* acceptNumbered(450)
        const text = yield* exported(format)
        const lines = text.split("\n")
        for (const kept of [2, 100, 201, 450]) {
          const [last = ""] = /p\d{4}/.exec(lines[kept - 1] ?? "") ?? []
          const rest = yield* exported(format, home, last)
          assert.strictEqual(`${lines.slice(0, kept).join("\n")}\n${rest}`, text, `${kept}`)
        }
      }),
    )

    test(
      `an import of ${format} that was cut off is repeated, and changes nothing twice`,
      Effect.gen(function* () {
        yield* acceptNumbered(1_200)
        const text = yield* exported(format)
        yield* imported(format, text.slice(0, text.length / 2), { at: away, size: 10_000 })
        const store = yield* ProfileStore
        const half = yield* store.count(away, { all: [] })
        assert.isTrue(half > 0 && half < 1_200, `${half}`)
        // Somebody changes and erases profiles in between.
        yield* acceptOne(requestOf("set", "p0000", { number: -1 }, { at: away }))
        const report = yield* imported(format, text, { at: away, size: 10_000 })
        assert.deepStrictEqual([report.rows, report.rejected], [1_200, 0])
        assert.deepStrictEqual(yield* propertiesOf("p0000", away), { number: -1 })
        assert.strictEqual(yield* store.count(away, { all: [] }), 1_200)
        assert.deepStrictEqual(shortOf(yield* imported(format, text, { at: away, size: 10_000 })), [
          "1200 0 0 0",
        ])
      }),
    )
  }

  test(
    "a broken line, and a value that does not fit, are reported with their line, and lose nothing else",
    Effect.gen(function* () {
      yield* acceptOne(request("ann", { seats: 1 }))
      const lines = [
        { distinct_id: "bob", properties: { seats: 2, plan: "pro" } },
        "{not json",
        { distinct_id: "", properties: {} },
        { distinct_id: "cid", properties: { seats: "three", plan: "free" } },
        { distinct_id: "dan", properties: { $seats: 1 } },
        { distinct_id: "eve", properties: { seats: null } },
        { distinct_id: "fay", property: {} },
        [],
        { distinct_id: "gus", properties: {}, created_at: "yesterday" },
        { distinct_id: "hal", id_list: [1], properties: {} },
        '{"distinct_id":"ida","properties":{"seats":12345678901234567890}}',
        { distinct_id: "ann", properties: { plan: "team", seats: 7 } },
        { distinct_id: "jon", properties: {}, created_at: "0001-01-01T00:00:00+14:00" },
      ]
      const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n")
      const report = yield* imported("jsonl", text)
      assert.deepStrictEqual(
        report.problems.map(({ line, name }) => [line, name]),
        [
          [2, undefined],
          [3, undefined],
          [5, undefined],
          [6, undefined],
          [7, undefined],
          [8, undefined],
          [9, undefined],
          [10, undefined],
          [11, undefined],
          [13, undefined],
          [4, "seats"],
        ],
      )
      for (const { reason } of report.problems) assert.match(reason, /must|JSON|allowed|number/)
      assert.deepStrictEqual([report.rows, report.changed, report.rejected, report.ignored], [3, 3, 10, 1])
      assert.deepStrictEqual(yield* propertiesOf("cid"), { plan: "free" })
      assert.deepStrictEqual(yield* propertiesOf("ann"), { plan: "team", seats: 1 })
      const set = yield* imported("jsonl", text, { field: "$set" })
      assert.strictEqual(set.changed, 1)
      assert.deepStrictEqual(yield* propertiesOf("ann"), { plan: "team", seats: 7 })
    }),
  )

  test(
    "the types at the beginning of a file cause no warnings",
    Effect.gen(function* () {
      yield* acceptOne(request("ann", { seats: "three" }))
      const report = yield* imported("jsonl", '{"types":{"seats":"number","new":"date"}}')
      assert.deepStrictEqual(
        report.problems.flatMap(({ name = [] }) => name),
        ["seats"],
      )
      const { warnings } = yield* PropertyStore
      assert.deepStrictEqual(yield* warnings(home), [])
    }),
  )

  test(
    "cells of CSV have the types of their properties, and in new ones those that they look like",
    Effect.gen(function* () {
      yield* acceptOne(request("ann", { zip: "01234", score: 1 }))
      const rows = [
        "zip,distinct_id,score,new,flag,day,tags",
        '98765,bob,2.50,01,true,2024-02-29,"[""x"",1]"',
        "true,cid,x,7,false,2024-03-01T10:00:00Z,",
        '=A1,"d,e",,"two\u00a0""words""",,,',
        "too,few",
      ]
      const report = yield* imported("csv", `${rows.join("\r\n")}\r\n`)
      assert.deepStrictEqual(report.problems, [
        { line: 5, reason: "A line must have 7 cells, not 2" },
        { line: 3, name: "score", reason: "the property is a number" },
      ])
      assert.deepStrictEqual(yield* propertiesOf("bob"), {
        zip: "98765",
        score: 2.5,
        new: "01",
        flag: true,
        day: "2024-02-29",
        tags: ["x", 1],
      })
      assert.deepStrictEqual(yield* propertiesOf("cid"), {
        zip: "true",
        new: "7",
        flag: false,
        day: "2024-03-01T10:00:00Z",
      })
      assert.deepStrictEqual(yield* propertiesOf("d,e"), { zip: "=A1", new: 'two\u00a0"words"' })
      for (const head of ["plan,seats", "distinct_id,plan,plan", "distinct_id,$plan"]) {
        const error = yield* Effect.flip(imported("csv", `${head}\nann,x\n`))
        assert.match(error instanceof ImportStopped ? "" : error.message, /The first line/, head)
      }
    }),
  )

  test(
    "rows that set one profile by several of its ids apply in the order of the file",
    Effect.gen(function* () {
      yield* acceptOne(request("ann", { seats: 1 }))
      yield* acceptOne(mergeRequest("ann-too", "ann"))
      for (const [first, last] of [
        ["ann", "ann-too"],
        ["ann-too", "ann"],
      ]) {
        const text = `distinct_id,seats\n${first},2\n${last},1\n`
        assert.deepStrictEqual(shortOf(yield* imported("csv", text, { field: "$set" })), ["2 2 0 0"])
        assert.deepStrictEqual(yield* propertiesOf("ann"), { seats: 1 })
      }
    }),
  )

  test(
    "a truncated export is reported when it is imported",
    Effect.gen(function* () {
      yield* fill
      const lines = (yield* exported("jsonl")).trim().split("\n")
      const report = yield* imported("jsonl", lines.slice(0, -1).join("\n"), { at: away })
      assert.strictEqual(report.rows, 6)
      assert.match(report.problems[0]?.reason ?? "", /cut off/)
    }),
  )

  test(
    "an import past a quota stops at the line that has no space, and continues there",
    Effect.gen(function* () {
      const text = Array.from({ length: 900 }, (_, number) =>
        JSON.stringify({ distinct_id: `p${number}`, properties: { number } }),
      ).join("\n")
      const limits = (profiles: number) => ({ ...noLimits, profiles })
      const stopped = yield* Effect.flip(imported("jsonl", text, { limits: limits(710), size: 10_000 }))
      assert.deepInclude(stopped, { line: 711 })
      const store = yield* ProfileStore
      assert.strictEqual(yield* store.count(home, { all: [] }), 710)
      const report = yield* imported("jsonl", text, { limits: limits(900), size: 10_000 })
      assert.deepStrictEqual(shortOf(report), ["900 190 0 0"])
    }),
  )

  test(
    "ids that lead to a profile are reported for many profiles at once, and types of all properties",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      yield* fill
      assert.deepStrictEqual(
        [...(yield* store.idLists(home, ["ann", "bob", "nobody"]))],
        [["ann", ["ann-too", "\u{FFFD}"]]],
      )
      assert.strictEqual((yield* store.types(home)).get("plan"), "string")
      assert.strictEqual((yield* store.types(away)).size, 0)
      yield* store.erase(home, "ann", erasing, noon)
      assert.isTrue(Option.isNone(yield* store.profile(home, "ann-too")))
      assert.strictEqual((yield* store.idLists(home, ["ann"])).size, 0)
    }),
  )
}
