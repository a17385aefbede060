import { Digest, NotConfigured, randomHex, SourceError, SyncRuns } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type LinkableService, LinkableServices, LinkRefused } from "./linkedService.ts"

/** Milliseconds in which the owner finishes what they began at the service. */
export const linkMillis = 10 * 60_000

/** The service of this name; undefined if none of this name can be linked. */
export const linkableService = (name: string) =>
  Effect.map(LinkableServices, ({ services }) => services.find((service) => service.name === name))

const flowOf = ({ flow, settings, title }: LinkableService) =>
  flow === undefined
    ? Effect.fail(
        new NotConfigured({
          domain: "access",
          message: `Accounts of ${title} cannot be linked yet: set ${settings}`,
        }),
      )
    : Effect.succeed(flow)

// Two servers that receive the same response of a service exchange it once.
const inTurn = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.scoped(
    Effect.andThen(
      Effect.flatMap(SyncRuns, (runs) => runs.take("linking")),
      work,
    ),
  )

/**
 * Starts to link an account. The browser is sent to `address`, and presents `browser` when the service sends it to the
 * callback. If you start several for a service, only the last one works.
 */
export const beginLink = Effect.fn("Access.beginLink")(function* (
  service: LinkableService,
  /** The address of this server, without a slash at its end. */
  base: string,
) {
  const flow = yield* flowOf(service)
  const { setPending } = yield* LinkableServices
  const hash = yield* Digest
  const [state, browser] = [randomHex(32), randomHex(32)]
  const callback = `${base}/link/${service.name}/callback`
  const { address, secret } = yield* flow.begin({ callback, state })
  yield* setPending(service.name, {
    state: hash(state),
    browser: hash(browser),
    callback,
    secret,
    begunAt: yield* Clock.currentTimeMillis,
  })
  return { address, browser }
})

/** The browser's code is used up, whatever the service came to. */
const sayingToBegin = ({ failure, message, retryAfter, source }: SourceError, name: string): SourceError =>
  new SourceError({
    source,
    failure,
    message: message.includes("start again") ? message : `${message}: start again at /link/${name}`,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })

/**
 * Finishes a link with the parameters that the service sent with the browser. Each is finished once, by the browser
 * that started it, within ten minutes. A stranger's attempt changes nothing.
 */
export const finishLink = Effect.fn("Access.finishLink")(function* (
  service: LinkableService,
  query: URLSearchParams,
  browser: string,
) {
  const flow = yield* flowOf(service)
  const { pending, setPending } = yield* LinkableServices
  const hash = yield* Digest
  const state = query.get("state") ?? ""
  const refused = (reason: string) =>
    new LinkRefused({ message: `${reason}: start again at /link/${service.name}` })
  const taken = yield* inTurn(
    Effect.gen(function* () {
      const begun = Option.getOrUndefined(yield* pending(service.name))
      if (begun === undefined || begun.state !== hash(state)) {
        return yield* refused(
          `This link to ${service.title} was not started here, has been restarted, or is already finished`,
        )
      }
      if (begun.browser !== hash(browser))
        return yield* refused(`Another browser began this link to ${service.title}`)
      yield* setPending(service.name, undefined)
      const age = (yield* Clock.currentTimeMillis) - begun.begunAt
      if (Math.abs(age) > linkMillis)
        return yield* refused(`This link to ${service.title} was started more than ten minutes ago`)
      return begun
    }),
  )
  const denied = query.get("error")
  if (denied !== null || query.has("denied")) {
    const code = /^[a-z_]{1,40}$/.test(denied ?? "") ? ` (${denied})` : ""
    return yield* refused(`${service.title} did not grant access${code}`)
  }
  return yield* Effect.mapError(
    flow.finish({ callback: taken.callback, state, query, secret: taken.secret }),
    (error) => (error._tag === "SourceError" ? sayingToBegin(error, service.name) : error),
  )
})
