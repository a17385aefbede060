import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { cursorCodec } from "../../src/index.ts"

const Position = Schema.Struct({ page: Schema.Natural, oldest: Schema.optionalKey(Schema.Finite) })
const { read, write } = cursorCodec(Position)

const readLogged = Effect.fnUntraced(function* (saved: Option.Option<string>) {
  const lines: Array<string> = []
  const logger = Logger.make(({ message }) => void lines.push(String(message)))
  const position = yield* read("someone", saved).pipe(Effect.provide(Logger.layer([logger])))
  return { position, lines }
})

describe("a cursor codec", () => {
  it.effect.prop("reads what it wrote", { position: Position }, ({ position }) =>
    Effect.gen(function* () {
      const { lines, position: again } = yield* readLogged(Option.some(write(position)))
      // As text, since JSON has no -0.
      assert.strictEqual(Option.getOrThrow(Option.map(again, write)), write(position))
      assert.deepStrictEqual(lines, [])
    }),
  )

  it("writes plain JSON", () => {
    assert.strictEqual(write({ page: 3 }), '{"page":3}')
  })

  it.effect("reads none if nothing was saved, without logging", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* readLogged(Option.none()), { position: Option.none(), lines: [] })
    }),
  )

  it.effect.each(["", "{", "null", "7", '{"page":-1}'])("takes %j for none, and logs it", (saved) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* readLogged(Option.some(saved)), {
        position: Option.none(),
        lines: ["someone: the saved cursor cannot be read; starting over"],
      })
    }),
  )
})
