import { type EpochMillis, firstFaultOf } from "@daybook/kernel"
import { type IgnoredDelivery, type MediaEvent, InvalidDelivery } from "@daybook/watching"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** The result of a delivery. */
export type Delivery = Result.Result<MediaEvent | IgnoredDelivery, InvalidDelivery>

/** Reads the payloads of one media server. */
export type ReadPayload = (payload: object, context: DeliveryContext) => Delivery

export interface DeliveryContext {
  readonly arrivedAt: EpochMillis
  /** The account whose plays count, if one is set. */
  readonly user: string | undefined
}

export const ignored = (reason: string): Result.Result<IgnoredDelivery> =>
  Result.succeed({ type: "ignored", reason })

export const invalid = (message: string): Result.Result<never, InvalidDelivery> =>
  Result.fail(new InvalidDelivery({ message }))

/** A word of the sender's, quoted back to them. */
export const quoted = (word: string) => JSON.stringify(word.slice(0, 50))

/** Reads a payload by its schema; the failure names the field. */
export const decode =
  <S extends Schema.ConstraintDecoder<unknown>>(schema: S) =>
  (payload: unknown): Result.Result<S["Type"], InvalidDelivery> =>
    Result.mapError(
      Schema.decodeUnknownResult(schema)(payload),
      ({ issue }) => new InvalidDelivery({ message: firstFaultOf("the body", issue) }),
    )

/** Why an account's plays do not count; undefined if they do. `own` says that the payload is the hook owner's. */
export const otherAccount = (
  { user }: DeliveryContext,
  name: string,
  own: boolean | undefined,
): string | undefined => {
  // Media servers ignore the case of names.
  if (user !== undefined)
    return name.toLowerCase() === user.toLowerCase()
      ? undefined
      : "it is another account's, not MEDIA_SERVER_USER's"
  if (own === undefined)
    return "it does not say whether it is the hook owner's own: set MEDIA_SERVER_USER to the account that counts"
  return own ? undefined : "it is another account's, not the hook owner's own: MEDIA_SERVER_USER can name one"
}
