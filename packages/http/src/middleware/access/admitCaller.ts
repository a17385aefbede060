import { accessTokenPrefix, type Allowance, Keys, OAuth, RateLimiter, Shares } from "@daybook/access"
import { DataVersions } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Option from "effect/Option"
import type { Begun } from "../begunRequest.ts"
import { makePublicUrl } from "../publicUrl.ts"
import type { Route } from "../routing/routeTable.ts"
import { allowancesOf } from "./allowances.ts"
import type { CallerState } from "./caller.ts"
import { type Credential, isOwner } from "./credential.ts"
import { keyOfSession, sessionOf, type SessionSeal } from "./session.ts"
import { sharedAddress } from "./sharedAddress.ts"

/** The caller of a request, and their rate-limit state. */
export type Admitted = Omit<CallerState, "requestId">

/** The path of assistants, which takes access tokens. */
export const mcpPath = "/mcp"

const nobody = Option.none<Credential>()
const neverAgain = Effect.succeed(false)
const noVersions: CallerState["versions"] = new Map()

/** An unknown request, not counted. */
const anonymous = (allowance: Allowance, showsSecret = false): Admitted => ({
  caller: nobody,
  isOwner: false,
  isStillCaller: neverAgain,
  allowance,
  showsSecret,
  versions: noVersions,
})

/** How the caller is found, and whether they are counted as a session of their key. */
interface LookUp {
  readonly find: (version: number) => Effect.Effect<Option.Option<Credential>>
  readonly inSession: boolean
}

/** Finds the key, share or session that a request shows. */
const makeLookUp = Effect.fnUntraced(function* (sessions: SessionSeal | undefined) {
  const keys = yield* Keys
  const shares = yield* Shares
  const oauth = yield* OAuth
  const baseOf = yield* makePublicUrl

  const byKey = (key: string, route: Route | undefined): LookUp => ({
    find: (version) => keys.authenticate(key, version),
    inSession: route?.admission === "session",
  })

  /** An assistant's token is for `/mcp`, and for the calls that follow from its request there. */
  const byAccessToken = (token: string, { isInside, route }: Begun): LookUp => ({
    find: (version) =>
      isInside || route?.path === mcpPath ? oauth.authenticate(token, version) : Effect.succeed(nobody),
    inSession: false,
  })

  /** Looks up the request's key, else the share of its token, else its session's key; undefined if it has none. */
  const lookUpOf = (request: HttpServerRequest.HttpServerRequest, begun: Begun): LookUp | undefined => {
    const { face, route, share, target } = begun
    const key = face.keyOf(request)
    if (key?.startsWith(accessTokenPrefix)) return byAccessToken(key, begun)
    if (key !== undefined) return byKey(key, route)
    if (share !== undefined && target !== undefined) {
      const address = sharedAddress(target)
      return { find: (version) => shares.opening(share, address, version), inSession: false }
    }
    const session =
      sessions === undefined ? undefined : sessionOf(request, () => new URL(baseOf(request)).host)
    if (sessions === undefined || session === undefined) return undefined
    return {
      find: (version) =>
        Effect.flatMap(keyOfSession(sessions, session), (sealed) =>
          Option.isNone(sealed) ? Effect.succeed(nobody) : keys.authenticate(sealed.value, version),
        ),
      inSession: true,
    }
  }

  return lookUpOf
})

/** Makes the function that finds the caller of a request and counts the request. */
export const makeAdmitCaller = Effect.fnUntraced(function* (
  rateLimit: number,
  sessions: SessionSeal | undefined,
  showsSecret: (request: HttpServerRequest.HttpServerRequest) => boolean,
) {
  const dataVersions = yield* DataVersions
  const lookUpOf = yield* makeLookUp(sessions)
  const { peek, peekOf, takeOf, takeOfAddress } = allowancesOf(yield* RateLimiter, rateLimit)

  /** Looks the caller up and counts the request; an unknown caller's with `takeUnknown`. */
  const admitBy = <E>(
    { find: lookUp, inSession }: LookUp,
    takeUnknown: Effect.Effect<Allowance, E>,
    isInside: boolean,
  ): Effect.Effect<Admitted, E> => {
    // Without a version no lookup may be remembered: NaN equals none.
    const find = (versions: CallerState["versions"]) => lookUp(versions.get("access") ?? Number.NaN)
    return Effect.flatMap(dataVersions.current, (versions) =>
      Effect.flatMap(find(versions), (caller) =>
        Effect.map(
          Option.isNone(caller)
            ? takeUnknown
            : isInside
              ? peekOf(caller.value)
              : takeOf(caller.value, inSession),
          (allowance) => ({
            caller,
            isOwner: Option.exists(caller, isOwner),
            isStillCaller: Effect.map(Effect.flatMap(dataVersions.current, find), Option.isSome),
            allowance,
            showsSecret: false,
            versions,
          }),
        ),
      ),
    )
  }

  const admitFree = (address: string | undefined): Effect.Effect<Admitted> =>
    Effect.map(peek(address), (allowance) => anonymous(allowance))

  const admit = (request: HttpServerRequest.HttpServerRequest, begun: Begun): Effect.Effect<Admitted> => {
    const { fault, isFree, isWebhook } = begun
    const address = Option.getOrUndefined(request.remoteAddress)
    const admitStranger = Effect.map(takeOfAddress(address), (allowance) => anonymous(allowance))
    if (fault !== undefined) return admitStranger
    if (isFree) return admitFree(address)
    if (isWebhook && showsSecret(request)) {
      return Effect.map(peek(address), (allowance) => anonymous(allowance, true))
    }
    const lookUp = lookUpOf(request, begun)
    return lookUp === undefined ? admitStranger : admitBy(lookUp, takeOfAddress(address), begun.isInside)
  }

  return { admit, peek }
})
