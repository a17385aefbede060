import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { ExactVectors, fuseRanks } from "../src/index.ts"

const Ids = Schema.Array(Schema.Literals([1, 2, 3, 4, 5, 6, 7, 8]))
const Lists = Schema.Array(Ids).check(Schema.isBetweenLength(0, 4))

const distinct = (lists: ReadonlyArray<ReadonlyArray<number>>) => lists.map((list) => [...new Set(list)])

describe("rankings put into one", () => {
  it("count 1 / (60 + place) for each place", () => {
    const fused = fuseRanks([
      [7, 5],
      [5, 9],
    ])
    assert.deepStrictEqual(
      fused.map(({ id, score }) => [id, score.toFixed(6)]),
      [
        [5, (1 / 61 + 1 / 62).toFixed(6)],
        [7, (1 / 61).toFixed(6)],
        [9, (1 / 62).toFixed(6)],
      ],
    )
    assert.deepStrictEqual(fuseRanks([]), [])
  })

  it.prop("are the same whatever the order of the lists", { lists: Lists }, ({ lists }) => {
    const some = distinct(lists)
    const fused = fuseRanks(some)
    assert.deepStrictEqual(fuseRanks(some.toReversed()), fused)
    assert.deepStrictEqual(fuseRanks([...some.slice(1), ...some.slice(0, 1)]), fused)
  })

  it.prop("have each thing once, in a total order", { lists: Lists }, ({ lists }) => {
    const fused = fuseRanks(distinct(lists))
    assert.sameMembers(
      fused.map(({ id }) => id),
      [...new Set(lists.flat())],
    )
    for (const [place, one] of fused.entries()) {
      const next = fused[place + 1]
      if (next !== undefined)
        assert.isTrue(one.score > next.score || (one.score === next.score && one.id > next.id))
    }
  })
})

describe("vectors that are looked through one by one", () => {
  const Step = Schema.Struct({
    id: Schema.Literals([1, 2, 3, 4, 5]),
    vector: Schema.Tuple([Schema.Literals([-2, -1, 1, 3]), Schema.Literals([-1, 0, 0, 2])]),
    isRemoval: Schema.Boolean,
  })

  it.prop(
    "are the added ones that were not removed, nearest first",
    { steps: Schema.Array(Step), limit: Schema.Literals([1, 2, 10]) },
    ({ limit, steps }) => {
      const vectors = new ExactVectors<number>(2)
      const model = new Map<number, readonly [number, number]>()
      for (const { id, isRemoval, vector } of steps) {
        if (isRemoval) {
          vectors.delete(id)
          model.delete(id)
        } else {
          vectors.set(id, Float32Array.from(vector))
          model.set(id, vector)
        }
      }
      assert.strictEqual(vectors.size, model.size)
      const found = vectors.nearest(Float32Array.of(1, 0), limit)
      const expected = Array.from(model.values(), ([x, y]) => x / Math.hypot(x, y)).sort((a, b) => b - a)
      assert.lengthOf(found, Math.min(limit, model.size))
      for (const [place, { score }] of found.entries()) assert.closeTo(score, expected[place] ?? 9, 1e-6)
    },
  )

  it("are found among hundreds by the dimensions that the asked one has, as by all", () => {
    const dimensions = 7
    const vectorOf = (id: number) =>
      Float32Array.from({ length: dimensions }, (_, at) => Math.sin(id * (at + 1)))
    const vectors = new ExactVectors<number>(dimensions)
    for (let id = 1; id <= 400; id++) vectors.set(id, vectorOf(id))
    const gone = new Set([1, 128, 129, 256, 300, 399, 400])
    for (const id of gone) vectors.delete(id)
    const kept = Array.from({ length: 400 }, (_, at) => at + 1).filter((id) => !gone.has(id))
    for (const asked of [[0, 0, 1], [1, 0, -1, 0, 2, 0, 3], [1, 2, 3, 4, 5, 6, 7], []]) {
      const other = Float32Array.from({ length: dimensions }, (_, at) => asked[at] ?? 0)
      const cosine = (id: number) => {
        const one = vectorOf(id)
        return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0) / Math.hypot(...one)
      }
      const expected = kept.toSorted((a, b) => cosine(b) - cosine(a) || b - a).slice(0, 20)
      assert.deepStrictEqual(
        vectors.nearest(other, 20).map(({ id }) => id),
        expected,
      )
    }
  })

  it.each([3, 8, 50, 512])(
    "are the nearest among many even if rounding makes them alike: %i dimensions",
    (dimensions) => {
      let last = dimensions
      const random = () => (last = (last * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5
      const vectorOf = () => Float32Array.from({ length: dimensions }, random)
      const some = Array.from({ length: 10 }, vectorOf)
      const vectors = new ExactVectors<number>(dimensions)
      const model = new Map<number, Float32Array>()
      for (let turn = 0; turn < 1_500; turn++) {
        const id = Math.floor((random() + 0.5) * 1_200)
        if (random() > 0.4) {
          vectors.delete(id)
          model.delete(id)
        } else {
          // Some are the same, others differ by less than a step.
          const near = some[id % some.length] ?? vectorOf()
          const vector = near.map((value) => value + (id % 3) * 1e-3 * random())
          vectors.set(id, vector)
          model.set(id, vector)
        }
      }
      assert.strictEqual(vectors.size, model.size)
      assert.isAbove(vectors.size, 400)
      const asked = vectorOf()
      const cosine = (one: Float32Array) =>
        one.reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0) /
        Math.hypot(...one) /
        Math.hypot(...asked)
      const scores = [...model.values()].map(cosine).sort((one, other) => other - one)
      for (const limit of [1, 20, 300]) {
        const found = vectors.nearest(asked, limit)
        assert.lengthOf(found, limit)
        for (const [place, { id, score }] of found.entries()) {
          assert.closeTo(score, scores[place] ?? 9, 1e-6)
          assert.closeTo(score, cosine(model.get(id) ?? asked), 1e-6)
        }
      }
    },
  )
})
