import { EpochMillis } from "@daybook/kernel"
import { assert, describe, expectTypeOf, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { Instant, InstantOrEmpty, listOf, manyOf, wireForm } from "../../src/activity/forRoutes.ts"

const ConcertId = Schema.Int.pipe(Schema.brand("ConcertId"))

const Model = Schema.Struct({
  id: ConcertId,
  venueName: Schema.String,
  secret: Schema.String,
  startedAt: EpochMillis,
  endedAt: Schema.UndefinedOr(EpochMillis),
})

const Concert = wireForm(
  {
    venueName: Model.fields.venueName.annotate({ description: "Where it was" }),
    id: Model.fields.id,
    startedAt: Instant.annotate({ description: "The first song" }),
    endedAt: InstantOrEmpty,
    rowAndSeat: Schema.optionalKey(Schema.String),
  },
  { id: "number" },
)

const concert = Model.make({
  id: ConcertId.make(3),
  venueName: "Hall",
  secret: "not of the answer",
  startedAt: 0,
  endedAt: undefined,
})

describe("the wire form of a model", () => {
  it("has the listed fields, in their order, by their names in snake case", () => {
    assert.strictEqual(
      JSON.stringify(Concert.of({ ...concert, endedAt: 1, rowAndSeat: "4 C" })),
      '{"venue_name":"Hall","number":3,"started_at":"1970-01-01T00:00:00.000Z","ended_at":"1970-01-01T00:00:00.001Z",' +
        '"row_and_seat":"4 C"}',
    )
  })

  it("leaves out what is undefined, and has an empty text for a missing instant", () => {
    assert.deepStrictEqual(Concert.of({ ...concert, rowAndSeat: undefined }), {
      venue_name: "Hall",
      number: concert.id,
      started_at: "1970-01-01T00:00:00.000Z",
      ended_at: "",
    })
  })

  it("is a schema of its JSON", () => {
    const fits = Schema.is(Concert)
    assert.isTrue(fits(Concert.of(concert)))
    assert.isFalse(fits({ ...Concert.of(concert), number: 1.5 }))
    assert.isFalse(fits({ ...Concert.of(concert), started_at: 0 }))
  })

  it("stays a form when it is annotated", () => {
    assert.deepStrictEqual(Concert.annotate({ description: "A night out" }).of(concert), Concert.of(concert))
  })

  it("holds forms, lists of them, and a page with its pagination", () => {
    const Tour = wireForm({ firstNight: Concert, allNights: manyOf(Concert) })
    assert.deepStrictEqual(Tour.of({ firstNight: concert, allNights: [concert, concert] }), {
      first_night: Concert.of(concert),
      all_nights: [Concert.of(concert), Concert.of(concert)],
    })
    assert.deepStrictEqual(listOf(Concert).of({ page: 2, limit: 1, items: [concert], total: 3 }), {
      data: [Concert.of(concert)],
      pagination: { page: 2, limit: 1, total: 3, total_pages: 3 },
    })
  })

  it("is typed by its model and its names", () => {
    expectTypeOf<typeof Concert.Type>().toEqualTypeOf<{
      readonly venue_name: string
      readonly number: typeof ConcertId.Type
      readonly started_at: string
      readonly ended_at: string
      readonly row_and_seat?: string
    }>()
    expectTypeOf(Concert.of).parameter(0).toEqualTypeOf<
      {
        readonly venueName: string
        readonly id: typeof ConcertId.Type
        readonly startedAt: EpochMillis
        readonly endedAt: EpochMillis | undefined
      } & { readonly rowAndSeat?: string | undefined }
    >()
  })
})
