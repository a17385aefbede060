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

  it.prop("hold each thing once, in a total order", { lists: Lists }, ({ lists }) => {
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
    "are those that were put in and not taken out, nearest first",
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
})
