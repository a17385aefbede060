import type { SourceError } from "@daybook/kernel"
import { countWords, Embedder, type Embedding } from "@daybook/reading"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { optional } from "../optional.ts"
import * as Upstream from "../upstream.ts"
import { readVector } from "./vectors.ts"
import { settings } from "./settings.ts"

export { settings } from "./settings.ts"
export { layerOf } from "./effectModel.ts"
export { fetchModel, type ModelToFetch } from "./local/fetchModel.ts"
export { localModel } from "./local/modelFiles.ts"
export { encoder, transformers } from "./local/threadEmbedder.ts"

/** An endpoint that speaks as OpenAI's does. */
export interface Config {
  /** The base of its API, such as `https://api.openai.com/v1`. Its query goes with every call. */
  readonly url: URL
  /** Omitted if the endpoint needs none, as on your own machine. */
  readonly key: Redacted.Redacted<string> | undefined
  readonly model: string
}

const Count = optional(Schema.Finite)

const Answer = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      index: Schema.optionalKey(Schema.Natural),
      embedding: Schema.Union([Schema.Array(Schema.Finite), Schema.String]),
    }),
  ),
  usage: optional(Schema.Struct({ prompt_tokens: Count, total_tokens: Count, input_tokens: Count })),
})

// OpenAI takes 2,048 inputs and 300,000 tokens in a call, and 8,191 tokens in an input:
// https://platform.openai.com/docs/api-reference/embeddings/create
const maxInputs = 2_048
const maxBytes = 500_000

// A vector written in digits takes four times the space: this many of 4,096 dimensions fit into a response.
const maxTextsInDigits = 256

// Models cut text into tokens of three bytes or more in Latin script, and of a character in Chinese: 18,000 bytes are
// at most about 8,000 tokens of either.
const maxInputLength = 18_000

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Cuts the text to the length that a model takes. */
const shorten = (text: string): string => {
  const bytes = encoder.encode(text)
  return bytes.length <= maxInputLength
    ? text
    : decoder.decode(bytes.subarray(0, maxInputLength)).replace(/\ufffd$/, "")
}

/** The texts in order, split into calls of a size that the endpoint takes. */
const callsOf = (texts: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const calls: Array<Array<string>> = []
  let bytes = Infinity
  for (const text of texts.map(shorten)) {
    const size = encoder.encode(text).length
    const call = calls.at(-1)
    if (call === undefined || call.length === maxInputs || bytes + size > maxBytes) {
      calls.push([text])
      bytes = size
    } else {
      call.push(text)
      bytes += size
    }
  }
  return calls
}

/** In the order of the texts, whatever the response's order; undefined if a vector is missing or unreadable. */
const vectorsOf = (data: (typeof Answer.Type)["data"], count: number) => {
  const vectors = Array.from<Float32Array | undefined>({ length: count })
  for (const [at, { embedding, index = at }] of data.entries()) {
    if (index < count) vectors[index] = readVector(embedding)
  }
  const dimensions = vectors[0]?.length
  const whole = Array.from(vectors, (vector) => vector ?? new Float32Array())
  return whole.length === count && data.length === count && whole.every(({ length }) => length === dimensions)
    ? whole
    : undefined
}

/** Asks for the vectors of texts; undefined if the request was refused. */
const askOf =
  (upstream: Upstream.Upstream, model: string) => (texts: ReadonlyArray<string>, base64: boolean) =>
    upstream.ask(
      HttpClientRequest.post("embeddings").pipe(
        HttpClientRequest.bodyJsonUnsafe({
          model,
          input: texts,
          ...(base64 ? { encoding_format: "base64" } : {}),
        }),
      ),
      (answer) =>
        Effect.gen(function* () {
          if (base64 && (answer.status === 400 || answer.status === 422)) return undefined
          const { data, usage } = yield* upstream.json(Answer)(answer)
          const vectors = vectorsOf(data, texts.length)
          if (vectors === undefined) {
            return yield* upstream.failure(
              "malformed answer",
              "sent vectors that cannot be read, or too few; check EMBEDDINGS_MODEL",
            )
          }
          const counted = usage?.prompt_tokens ?? usage?.total_tokens ?? usage?.input_tokens
          return {
            vectors,
            tokens: counted ?? texts.reduce((sum, text) => sum + countWords(text), 0),
          } satisfies Embedding
        }),
    )

/** Embeddings from any OpenAI-compatible endpoint, such as Azure's, Ollama's or your own. */
export const make = Effect.fnUntraced(function* ({
  key,
  model,
  url,
}: Config): Effect.fn.Return<Embedder["Service"], never, HttpClient> {
  const upstream = yield* Upstream.make({
    name: "embeddings",
    title: "The embedding service",
    settings: {
      url: settings.table.url.name,
      access: `${settings.table.key.name} and ${settings.table.model.name}`,
    },
    url,
    everyRequest: (request) =>
      key === undefined
        ? request
        : // Azure knows the key by its own header.
          request.pipe(
            HttpClientRequest.bearerToken(key),
            HttpClientRequest.setHeader("api-key", Redacted.value(key)),
          ),
    // A busy local model takes its time over a batch.
    timeout: "60 seconds",
    bodyLimit: 64 * 1024 * 1024,
  })

  const ask = askOf(upstream, model)
  // A vector in base64 takes a third of its size in digits. Most servers that do not know it send digits, some refuse
  // it.
  let inBase64 = true

  const call = Effect.fnUntraced(function* (
    texts: ReadonlyArray<string>,
  ): Effect.fn.Return<Embedding, SourceError> {
    const answer = inBase64 ? yield* ask(texts, true) : undefined
    if (answer !== undefined) return answer
    const parts = Array.from({ length: Math.ceil(texts.length / maxTextsInDigits) }, (_, at) =>
      texts.slice(at * maxTextsInDigits, (at + 1) * maxTextsInDigits),
    )
    const answers = yield* Effect.forEach(parts, (part) => ask(part, false))
    // The endpoint refused the encoding, not the texts or the model.
    inBase64 = false
    const embeddings = answers.flatMap((one) => one ?? [])
    return {
      vectors: embeddings.flatMap(({ vectors }) => vectors),
      tokens: embeddings.reduce((sum, { tokens }) => sum + tokens, 0),
    }
  })

  return Embedder.of({
    model,
    embed: Effect.fn("Embedder.embed")(function* (texts) {
      const parts = yield* Effect.forEach(callsOf(texts), call)
      return {
        vectors: parts.flatMap(({ vectors }) => vectors),
        tokens: parts.reduce((sum, { tokens }) => sum + tokens, 0),
      }
    }),
  })
})

/** Vectors by the model of an endpoint that is compatible with OpenAI's. */
export const layer = (config: Config): Layer.Layer<Embedder, never, HttpClient> =>
  Layer.effect(Embedder, make(config))
