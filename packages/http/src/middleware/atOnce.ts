import type { EpochMillis } from "@daybook/kernel"
import * as Context from "effect/Context"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

/** A JSON answer that is not a response yet: the definition of an API has no server in it. */
export interface AnswerAtOnce {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Makes an answer from the time alone. */
export type AtOnce = (now: EpochMillis) => AnswerAtOnce

/**
 * The answer of an endpoint that needs nothing but the time, as an annotation of it: it is given before the router. The
 * endpoint's handler gives the same.
 */
export const AtOnce = Context.Reference<AtOnce | undefined>("daybook/http/AtOnce", {
  defaultValue: () => undefined,
})

/** The response with an answer. */
export const responseOf = ({ body, headers }: AnswerAtOnce): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(body, { contentType: "application/json", headers })
