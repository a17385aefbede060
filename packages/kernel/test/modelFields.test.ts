import {
  type ByHand,
  EpochMillis,
  handName,
  handText,
  handTime,
  LocalDate,
  Position,
  ReportedUrl,
  normalizerOf,
  unknownItem,
  WholeUpTo,
  withFields,
  Year,
} from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

const Note = Schema.Struct({
  kind: Schema.Literals(["long", "short"]),
  text: Schema.String,
  url: ReportedUrl,
  year: Year,
  stars: WholeUpTo(5),
  part: Schema.Finite,
  at: EpochMillis,
  editedAt: Schema.UndefinedOr(EpochMillis),
  day: Schema.UndefinedOr(LocalDate),
  tags: Schema.Array(Schema.String),
  lines: Schema.Array(Schema.Struct({ words: Schema.String, count: Schema.Int })),
  counts: Schema.Record(Schema.String, Schema.Int),
  place: Schema.optionalKey(Position),
})
type Note = typeof Note.Type

const note: Note = {
  kind: "long",
  text: "Sorrel",
  url: "https://example.org/sorrel",
  year: 1999,
  stars: 3,
  part: 0.5,
  at: 1_000,
  editedAt: 2_000,
  day: LocalDate.make("2024-05-06"),
  tags: ["herbs"],
  lines: [{ words: "one", count: 1 }],
  counts: { a: 1 },
}

describe("normalizerOf", () => {
  const store = normalizerOf(Note)

  it("leaves what every store keeps as it is", () => {
    assert.deepStrictEqual(store(note), note)
  })

  it("changes each field by its kind, in structs of lists too", () => {
    const stored = store({
      ...note,
      text: `a\0${"b".repeat(600)}`,
      url: "javascript:alert(1)",
      year: 10_000,
      stars: 6,
      at: Number.NaN,
      editedAt: 9e18,
      tags: [" herbs ", "herbs", ""],
      lines: [{ words: "\ud800", count: -1 }],
      counts: { a: 1.5 },
    })
    assert.deepStrictEqual(stored, {
      ...note,
      text: `a${"b".repeat(499)}`,
      url: "",
      year: 0,
      stars: 0,
      at: 0,
      editedAt: undefined,
      tags: ["herbs"],
      lines: [{ words: "\ufffd", count: 0 }],
      counts: { a: 1.5 },
    })
  })

  it("has rules of a domain and of fields, which see the item", () => {
    const changed = normalizerOf(
      Note,
      {
        place: ({ lat, lng }) => (lat > 90 ? undefined : { lat, lng }),
        part: (part, { kind }) => (kind === "short" ? 1 : part),
      },
      { text: (text) => text.toUpperCase(), int: Math.round },
    )
    const stored = changed({
      ...note,
      kind: "short",
      place: { lat: 91, lng: 0 },
      lines: [{ words: "x", count: 1.6 }],
    })
    assert.deepStrictEqual(
      [stored.text, stored.part, stored.lines, "place" in stored],
      ["SORREL", 1, [{ words: "X", count: 2 }], false],
    )
  })

  it("drops what no field of the model is", () => {
    const more: Note = Object.assign({ more: 1 }, note)
    assert.deepStrictEqual(store(more), note)
  })
})

describe("unknownItem", () => {
  it("has every field that an item needs", () => {
    const unknown = unknownItem(Schema.Struct({ ...Note.fields, counts: Schema.Array(Schema.Int) }), {
      kind: "short",
      at: 1,
    })
    assert.deepStrictEqual(unknown, {
      kind: "short",
      text: "",
      url: "",
      year: 0,
      stars: 0,
      part: 0,
      at: 1,
      editedAt: undefined,
      day: undefined,
      tags: [],
      lines: [],
      counts: [],
    })
  })

  it("refuses a model whose field has no unknown value", () => {
    assert.throws(() => unknownItem(Schema.Struct({ kind: Note.fields.kind })), /no unknown value/)
  })
})

describe("withFields", () => {
  const byHand = {
    type: "note",
    needed: { text: handName },
    optional: { edited_at: handTime, where: handText() },
    times: ["edited_at"],
    example: { text: "Sorrel" },
  } satisfies ByHand

  it("sets the fields of the same names, by setters the others, and nothing that no field names", () => {
    const edited = withFields(
      byHand,
      { where: "url", lat: (value, { url }) => ({ text: `${url} ${String(value)}` }) },
      note,
      {
        text: "Dock",
        edited_at: "2024-05-06T07:08:09Z",
        where: "https://example.org/",
        lat: 1,
        hidden: true,
        constructor: 1,
      },
    )
    assert.deepStrictEqual(edited, {
      ...note,
      text: "https://example.org/ 1",
      url: "https://example.org/",
      editedAt: Date.parse("2024-05-06T07:08:09Z"),
    })
  })
})
