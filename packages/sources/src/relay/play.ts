import type { Attempt, RelayAccount } from "@daybook/kernel"
import type * as Redacted from "effect/Redacted"
import type * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"

/** A play that is sent on, as the payload of a delivery has it. */
export const RelayedPlay = Schema.Struct({
  artist: Schema.String,
  track: Schema.String,
  /** "" for none. */
  album: Schema.String,
  played_at: Schema.String,
  /** The sources that report it. */
  sources: Schema.Array(Schema.String),
  /** Details that its player sent, in addition to the names. */
  details: Schema.Record(Schema.String, Schema.Json),
})
export type RelayedPlay = typeof RelayedPlay.Type

/** Seconds since 1970. */
export const playedAt = (play: RelayedPlay): number => Math.floor(Date.parse(play.played_at) / 1_000)

/** A response, as far as it decides what follows. */
export interface RelayResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

export type RelayOutcome = Omit<Attempt, "at">

/** A request that signs in, and the secret in its response, or what is wrong. */
export interface SignIn {
  readonly request: HttpClientRequest.HttpClientRequest
  readonly secret: (response: RelayResponse) => Result.Result<Redacted.Redacted, string>
}

/** How plays are sent on to services that speak one protocol. */
export interface Relay {
  readonly signIn: (url: string, account: RelayAccount) => Result.Result<SignIn, string>
  /** True for a play that came from the service at this URL. */
  readonly cameFrom: (url: string, play: RelayedPlay) => boolean
  readonly request: (
    url: string,
    secret: Redacted.Redacted,
    play: RelayedPlay,
  ) => HttpClientRequest.HttpClientRequest
  readonly outcome: (response: RelayResponse, now: number) => RelayOutcome
}
