import { bucketOf, Version, WorkspaceRates, Workspaces } from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { keyIn } from "../middleware/bearerKey.ts"
import { makeRequestMetrics } from "../middleware/requestMetrics.ts"
import { faultOf, parseTarget } from "../middleware/target.ts"
import { type BodyOperation, makeAccepting, tooFast, withStanding } from "./accepting.ts"
import { find, makeAnswerFailure } from "./failures.ts"
import { decode, maxShortBytes } from "./readBody.ts"
import { readRequest } from "./readRequest.ts"
import { makeAnswerRefusal, Refusal } from "./refusals.ts"

/** The head of a request, with its headers' names in lower case. */
export interface RequestHead {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
}

/** Takes a body that has come to its end, and answers once the request is stored. */
export type TakeBody = (body: Uint8Array, answer: (response: HttpServerResponse) => void) => void

/**
 * Takes requests past the router: those that a route would accept for sure, if their body is fit. Undefined for every
 * other request, which its route answers.
 */
export type Direct = (head: RequestHead) => TakeBody | undefined

/** The operation of each path that has one, as the route table has the path. */
const operations = new Map(
  Object.keys(readRequest).map((name) => [
    `/v1/:wsid/:version/profiles/properties/${name}`,
    name as BodyOperation,
  ]),
)

const isVersion = Schema.is(Version)

/** The length of a body that is announced, short, and sent as it is. */
const isShort = (headers: RequestHead["headers"]): boolean =>
  headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= maxShortBytes

/**
 * Makes the way past the router, for hosts that read bodies themselves. A fiber, the router and Effect's request and
 * answer take most of the time of a request that is accepted; its rules are the same on both ways.
 */
export const make = Effect.gen(function* () {
  const workspaces = yield* Workspaces
  const rates = yield* WorkspaceRates
  const clock = yield* Clock.Clock
  const { isFull, offer, read } = yield* makeAccepting
  const note = yield* makeRequestMetrics
  const answerRefusal = yield* makeAnswerRefusal
  const answerFailure = yield* makeAnswerFailure
  const run = Effect.runForkWith(yield* Effect.context<never>())

  /** The holder of a key, where it is of this workspace and known already. */
  const holderOf = (wsid: string | undefined, key: string | undefined, now: EpochMillis) => {
    const known = key === undefined ? undefined : workspaces.knownHolderOf(key, now)
    return known === undefined || Option.isNone(known) || known.value.workspace !== wsid
      ? undefined
      : known.value
  }

  const direct: Direct = (head) => {
    const headers = head.headers as Readonly<Record<string, string | undefined>>
    if (head.method !== "POST" || !isShort(headers)) return undefined
    const target = parseTarget(head.url)
    if (target === undefined || faultOf(target, headers["host"]) !== undefined) return undefined
    const { params: { wsid, version } = {}, value: route } = find(head.method, target.path) ?? {}
    const operation = operations.get(route?.path ?? "")
    if (operation === undefined || !isVersion(version) || isFull()) return undefined
    const holder = holderOf(wsid, keyIn(headers), clock.currentTimeMillisUnsafe())
    if (holder === undefined) return undefined
    const { limits, workspace } = holder
    const bucket = bucketOf(limits)
    const standing = bucket && rates.takeKnown(workspace, bucket, clock)
    // The store must say how much is left.
    if (bucket !== undefined && standing === undefined) return undefined
    const began = performance.now()
    return (body, answer) => {
      const leave = (response: HttpServerResponse) =>
        answer(note("POST", route?.path ?? "none", response, began))
      const refuse = (refusal: Refusal) => leave(withStanding(answerRefusal(refusal), standing))
      const conclude = (exit: Exit.Exit<HttpServerResponse, Refusal>): void => {
        if (Exit.isSuccess(exit)) return leave(withStanding(exit.value, standing))
        const refusal = exit.cause.reasons.find(Cause.isFailReason)
        if (refusal !== undefined) return refuse(refusal.error)
        return void run(Effect.map(answerFailure(head, exit.cause), leave))
      }
      if (standing?.allowed === false) return refuse(tooFast(standing))
      const text = decode(body, headers)
      if (text instanceof Refusal) return refuse(text)
      const fit = read({ workspace, version }, limits, operation, headers, text)
      if (fit instanceof Refusal) return refuse(fit)
      offer(fit, conclude)
    }
  }
  return direct
})
