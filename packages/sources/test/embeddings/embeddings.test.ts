import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Embeddings } from "../../src/index.ts"
import { hastyClock } from "../hastyClock.ts"
import { type Asked, type Reply, scriptedServer } from "../scriptedServer.ts"

const Sent = Schema.fromJsonString(
  Schema.Struct({ model: Schema.String, input: Schema.Array(Schema.String), encoding_format: Schema.String }),
)
const sent = ({ body }: Asked) => Schema.decodeSync(Sent)(body)

const embedder = (script: (asked: Asked, call: number) => Reply, key?: string) =>
  Effect.gen(function* () {
    const clock = hastyClock(Date.now(), 60_000)
    const { calls, url } = yield* scriptedServer(script)
    const made = yield* Embeddings.make({
      url: new URL("v1?api-version=2026-01-01", url),
      key: key === undefined ? undefined : Redacted.make(key),
      model: "text-embedding-3-small",
    })
    return { calls, embed: (...texts: ReadonlyArray<string>) => clock.provide(made.embed(texts)), clock }
  }).pipe(Effect.provide(FetchHttpClient.layer))

const single = (...values: ReadonlyArray<number>) =>
  Buffer.from(Float32Array.from(values).buffer).toString("base64")
const double = (...values: ReadonlyArray<number>) =>
  Buffer.from(Float64Array.from(values).buffer).toString("base64")

const answer = (
  embeddings: ReadonlyArray<ReadonlyArray<number> | string>,
  usage: object | null = { prompt_tokens: 7, total_tokens: 7 },
) => ({
  body: {
    object: "list",
    // Another name than was requested, as OpenAI's aliases have.
    model: "text-embedding-3-small-v1",
    data: embeddings.map((embedding, index) => ({ object: "embedding", index, embedding })),
    usage,
  },
})

describe("embeddings of a compatible endpoint", () => {
  it.live("are requested by model with the key, under the base address and with its query", () =>
    Effect.gen(function* () {
      const { calls, embed } = yield* embedder(() => answer([[0.6, 0.8]]), "key of the test")
      const { tokens, vectors } = yield* embed("one")
      assert.deepStrictEqual([...(vectors[0] ?? [])], [...Float32Array.of(0.6, 0.8)])
      assert.strictEqual(tokens, 7)
      const [call] = calls
      assert.strictEqual(call?.method, "POST")
      assert.strictEqual(call?.path, "/v1/embeddings")
      assert.strictEqual(call?.query.get("api-version"), "2026-01-01")
      assert.strictEqual(call?.headers.authorization, "Bearer key of the test")
      assert.strictEqual(call?.headers["api-key"], "key of the test")
      assert.deepStrictEqual(call && sent(call), {
        model: "text-embedding-3-small",
        input: ["one"],
        encoding_format: "base64",
      })
    }),
  )

  it.live("are requested in digits where base64 is refused, and from then on", () =>
    Effect.gen(function* () {
      const { calls, embed } = yield* embedder((asked) =>
        asked.body.includes("base64")
          ? { status: 400, body: { error: { message: "encoding_format: unsupported" } } }
          : answer([[0.5], [0.25]]),
      )
      for (const _ of [1, 2]) {
        const { tokens, vectors } = yield* embed("one", "two")
        assert.deepStrictEqual(
          vectors.map(([value]) => value),
          [0.5, 0.25],
        )
        assert.strictEqual(tokens, 7)
      }
      assert.deepStrictEqual(
        calls.map(({ body }) => body.includes("encoding_format")),
        [true, false, false],
      )
    }),
  )

  it.live("that are refused in digits too are a failure, and base64 is tried again", () =>
    Effect.gen(function* () {
      const { calls, embed } = yield* embedder(() => ({ status: 400, body: { error: {} } }))
      for (const _ of [1, 2])
        assert.strictEqual((yield* Effect.flip(embed("one"))).failure, "malformed answer")
      assert.deepStrictEqual(
        calls.map(({ body }) => body.includes("encoding_format")),
        [true, false, true, false],
      )
    }),
  )

  it.live("need no key where the endpoint wants none", () =>
    Effect.gen(function* () {
      const { calls, embed } = yield* embedder(() => answer([[1]]))
      yield* embed("one")
      assert.isUndefined(calls[0]?.headers.authorization)
      assert.isUndefined(calls[0]?.headers["api-key"])
    }),
  )

  const whole = [0.5, -0.25, 0.75, 0.125]
  for (const [encoding, embedding] of [
    ["a list of numbers", whole],
    ["base64 of float32", single(...whole)],
    ["base64 of float64", double(...whole)],
  ] as const) {
    it.live(`are read from ${encoding}`, () =>
      Effect.gen(function* () {
        const { embed } = yield* embedder(() => answer([embedding]))
        assert.deepStrictEqual([...((yield* embed("one")).vectors[0] ?? [])], whole)
      }),
    )
  }

  const directions = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 100, maximum: 999 }))).check(
    Schema.isMinLength(8),
    Schema.isMaxLength(64),
    Schema.makeFilter((values) => values.length % 2 === 0),
  )
  it.live.prop(
    "in base64 are read with the right width for any vector of length 1",
    [directions],
    ([direction]) =>
      Effect.gen(function* () {
        const values = direction.map((one) => one / Math.hypot(...direction))
        const { embed } = yield* embedder(() => answer([single(...values), double(...values)]))
        const { vectors } = yield* embed("one", "two")
        assert.deepStrictEqual(vectors[0], Float32Array.from(values))
        assert.deepStrictEqual(vectors[1], Float32Array.from(values))
      }),
  )

  it.live("are in the order of the texts, whatever their order in the response", () =>
    Effect.gen(function* () {
      const { embed } = yield* embedder(() => ({
        body: {
          data: [
            { index: 2, embedding: [0, 1] },
            { index: 0, embedding: [1, 0] },
            { index: 1, embedding: [0.6, 0.8] },
          ],
        },
      }))
      const { vectors } = yield* embed("one", "two", "three")
      assert.deepStrictEqual(
        vectors.map(([x]) => x),
        [1, Math.fround(0.6), 0],
      )
    }),
  )

  for (const [what, usage, tokens] of [
    ["prompt tokens", { prompt_tokens: 5, total_tokens: 9 }, 5],
    ["only total tokens", { total_tokens: 9 }, 9],
    ["no usage", null, 3],
    ["an empty usage", {}, 3],
  ] as const) {
    it.live(`report their tokens from ${what}`, () =>
      Effect.gen(function* () {
        const { embed } = yield* embedder(() => answer([[1]], usage))
        assert.strictEqual((yield* embed("three whole words")).tokens, tokens)
      }),
    )
  }

  it.live(
    "of many texts are split into calls that a service takes, and long texts are cut to what a model reads",
    () =>
      Effect.gen(function* () {
        const { calls, embed } = yield* embedder((asked) => answer(sent(asked).input.map(() => [1])))
        const long = "漢".repeat(12_000)
        const { tokens, vectors } = yield* embed(...Array.from({ length: 60 }, () => long), "short")
        assert.strictEqual(vectors.length, 61)
        assert.strictEqual(tokens, 7 * calls.length)
        const inputs = calls.map((call) => sent(call).input)
        assert.deepStrictEqual(inputs.flat().length, 61)
        for (const input of inputs) {
          assert.isAtMost(Buffer.byteLength(input.join("")), 500_000)
          for (const text of input) assert.isTrue(long.startsWith(text) || text === "short")
        }
        assert.isAtMost(Math.max(...inputs.flat().map(({ length }) => length)), 6_000)
      }),
  )

  it.live("of more than 2,048 short texts are requested in two calls", () =>
    Effect.gen(function* () {
      const { calls, embed } = yield* embedder((asked) => answer(sent(asked).input.map(() => [1])))
      yield* embed(...Array.from({ length: 2_049 }, () => "x"))
      assert.deepStrictEqual(
        calls.map((call) => sent(call).input.length),
        [2_048, 1],
      )
    }),
  )

  it.live("are tried again after a 429, after the time that it names", () =>
    Effect.gen(function* () {
      const { calls, clock, embed } = yield* embedder((_, call) =>
        call === 1 ? { status: 429, headers: { "retry-after": "20" }, body: {} } : answer([[1]]),
      )
      yield* embed("one")
      assert.strictEqual(calls.length, 2)
      assert.isAtLeast(Math.max(...clock.slept), 20_000)
    }),
  )

  for (const [what, reply, failure, says] of [
    [
      "refuses the key",
      { status: 401, body: { error: { message: "no" } } },
      "unauthorized",
      "EMBEDDINGS_KEY",
    ],
    ["has no such model", { status: 404, body: { error: {} } }, "malformed answer", "EMBEDDINGS_URL"],
    ["sends too few vectors", answer([[1]]), "malformed answer", "EMBEDDINGS_MODEL"],
    [
      "sends one index twice",
      {
        body: {
          data: [
            { index: 0, embedding: [1] },
            { index: 0, embedding: [1] },
          ],
        },
      },
      "malformed answer",
      "EMBEDDINGS_MODEL",
    ],
    [
      "sends an index out of range",
      {
        body: {
          data: [
            { index: 0, embedding: [1] },
            { index: 9e9, embedding: [1] },
          ],
        },
      },
      "malformed answer",
      "EMBEDDINGS_MODEL",
    ],
    ["sends vectors of two lengths", answer([[1], [1, 2]]), "malformed answer", "EMBEDDINGS_MODEL"],
    ["sends no vectors but words", answer(["what?", "what?"]), "malformed answer", "EMBEDDINGS_MODEL"],
    ["sends empty vectors", answer([[], []]), "malformed answer", "EMBEDDINGS_MODEL"],
  ] as const) {
    it.live(`fail and state what to do where the service ${what}`, () =>
      Effect.gen(function* () {
        const { embed } = yield* embedder(() => reply, "key of the test")
        const error = yield* Effect.flip(embed("one", "two"))
        assert.strictEqual(error.failure, failure)
        assert.include(error.message, says)
        assert.notInclude(error.message, "key of the test")
      }),
    )
  }
})
