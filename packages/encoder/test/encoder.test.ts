import { assert, describe, it } from "vitest"
import { Multiplier } from "../src/multiply.ts"
import { cutterOf } from "../src/pieces.ts"
import { readWeights } from "../src/weights.ts"

describe("the encoder", () => {
  it("multiplies matrices", () => {
    const [rows, inner, columns] = [8, 6, 32]
    const multiplier = new Multiplier()
    const weightOf = (row: number, column: number) =>
      (((row * columns + column) % 7) - 3) * 10 ** (column % 3)
    const weights = Float32Array.from({ length: inner * columns }, (_, at) =>
      weightOf(Math.floor(at / columns), at % columns),
    )
    const bias = Float32Array.from({ length: columns }, (_, at) => at)
    const placed = (numbers: Float32Array) => {
      const room = multiplier.room(numbers.length)
      multiplier.view(room).set(numbers)
      return room
    }
    const matrix = { weights: placed(weights), bias: placed(bias) }
    const x = multiplier.room(rows * inner)
    const out = multiplier.room(rows * columns)
    const xOf = (row: number, at: number) => (((row * inner + at) % 5) - 2) / 100 ** row
    multiplier
      .view(x)
      .set(Float32Array.from({ length: rows * inner }, (_, at) => xOf(Math.floor(at / inner), at % inner)))
    multiplier.multiply(x, matrix, out, rows)
    for (const [at, found] of multiplier.view(out).entries()) {
      const [row, column] = [Math.floor(at / columns), at % columns]
      let [sum, size] = [column, 0]
      for (let one = 0; one < inner; one++) {
        const product = xOf(row, one) * weightOf(one, column)
        sum += product
        size += Math.abs(product)
      }
      assert.closeTo(found, sum, 1e-6 * (size + column), `row ${row}, column ${column}`)
    }
  })

  it("cuts texts into the likeliest pieces, and a row of unknown characters into one", () => {
    const { pieces } = readWeights(new Multiplier())
    const cut = cutterOf(pieces)
    const inPieces = (text: string) => cut(text).map((piece) => pieces[piece]?.[0])
    assert.deepStrictEqual(inPieces("How do cars work?"), ["▁How", "▁do", "▁cars", "▁work", "?"])
    assert.deepStrictEqual(inPieces("a 日本語 b"), ["▁a", "▁", "�", "▁b"])
    assert.deepStrictEqual(inPieces(""), [])
  })
})
