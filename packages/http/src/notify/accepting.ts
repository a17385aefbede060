import {
  fitsInCharacters,
  type Idempotency,
  type NewRequest,
  type Operation,
  type Place,
  ProfileInbox,
  type RequestId,
} from "@daybook/profiles"
import { Digest, InvalidInput } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { json } from "./answers.ts"
import type { Body } from "./readBody.ts"
import { readRequest } from "./readRequest.ts"
import { Refusal, refuse } from "./refusals.ts"

/** An operation whose changes come in a body. */
export type BodyOperation = Exclude<Operation, "merge">

type Headers = Readonly<Record<string, string | undefined>>

/** A request that is fit to be stored, and the text that answers it then. */
export interface FitRequest {
  readonly request: NewRequest
  readonly say: (id: RequestId) => string
}

/** Takes the answer to a request. */
export type TakeAnswer = (exit: Exit.Exit<HttpServerResponse, Refusal>) => void

const overloaded = (seconds: number) =>
  refuse("inbox_full", 503, "Too many requests wait: come back after the seconds in Retry-After", {
    "retry-after": String(seconds),
  })
const keyReused = refuse("key_reused", 400, "Idempotency-Key came with another body before: send another key")
const unfitKey = refuse("unfit", 400, "Idempotency-Key must have 1 to 255 characters")

/** The refusal while too many requests wait. */
export const full = overloaded(1)

/**
 * The rules of acceptance: from a request whose key and place are known to its answer, which is given once the request is
 * durably stored. They are plain functions, so that routes and the way past the router share them.
 */
export const makeAccepting = Effect.gen(function* () {
  const inbox = yield* ProfileInbox
  const digest = yield* Digest

  const idempotencyOf = (headers: Headers, text: string): Idempotency | undefined | Refusal => {
    const key = headers["idempotency-key"]
    if (key === undefined) return undefined
    return key === "" || !fitsInCharacters(key) ? unfitKey : { key, bodyHash: digest(text) }
  }

  /** A request under the idempotency key of these headers; `text` stands for the body. */
  const fitUnder = (
    request: Omit<NewRequest, "idempotency">,
    headers: Headers,
    text: string,
    say: (id: RequestId) => string,
  ): FitRequest | Refusal => {
    const idempotency = idempotencyOf(headers, text)
    return idempotency instanceof Refusal ? idempotency : { request: { ...request, idempotency }, say }
  }

  /** Reads the request of a body. */
  const read = (
    { workspace, version }: Place,
    operation: BodyOperation,
    headers: Headers,
    { bytes, text }: Body,
  ): FitRequest | Refusal => {
    const known = readRequest[operation](text)
    if (known instanceof InvalidInput) return refuse("unfit", 400, known.message)
    const { changes } = known
    return fitUnder({ workspace, version, operation, changes, bytes }, headers, text, known.answer)
  }

  /** Offers a request to the inbox. */
  const offer = ({ request, say }: FitRequest, answer: TakeAnswer): void =>
    inbox.offer(request, (exit) =>
      answer(
        Exit.mapBoth(exit, {
          onSuccess: (id) => json(say(id), 202),
          onFailure: (error) => (error._tag === "KeyReused" ? keyReused : overloaded(error.retryAfter)),
        }),
      ),
    )

  return { isFull: inbox.isFull, fitUnder, read, offer }
})
