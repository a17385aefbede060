import { addDays, dayOf, Digest, type EpochMillis, startOfDay, unseenItems } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { notFound } from "../wire/errors.ts"
import { shownIn, type WireForm } from "../wire/form.ts"
import { Caller } from "./access/caller.ts"
import type { Encoding } from "./encoding.ts"
import type { Head } from "./head.ts"
import { makeShared } from "./shared.ts"

/** An encoded response, and how long it is valid. */
interface Answer {
  readonly domains: ReadonlyArray<string>
  readonly version: number
  /** The owner's day: a rolling period moves with it, or back if the clock is set back. */
  readonly from: EpochMillis
  readonly until: EpochMillis
  readonly size: number
  readonly response: HttpServerResponse.HttpServerResponse
}

// The limits of the cache, in responses and in bytes before compression. The least recently used response goes first.
const maxResponses = 1_000
const maxBytes = 32 * 1024 * 1024

type Versions = ReadonlyMap<string, number>

/** Versions only grow: where their sum is the same each of them is. */
const versionOf = (domains: ReadonlyArray<string>, versions: Versions): number => {
  let sum = 0
  for (const domain of domains) sum += versions.get(domain) ?? 0
  return sum
}

/** Responses by URL, within the limits. */
class CachedAnswers {
  readonly #answers = new Map<string, Answer>()
  #size = 0

  #forget(url: string): void {
    this.#size -= this.#answers.get(url)?.size ?? 0
    this.#answers.delete(url)
  }

  keep(url: string, answer: Answer): void {
    // One that took longer does not replace what was made of newer data.
    if ((this.#answers.get(url)?.version ?? 0) > answer.version) return
    this.#forget(url)
    this.#answers.set(url, answer)
    this.#size += answer.size
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= maxResponses && this.#size <= maxBytes) break
      this.#forget(oldest)
    }
  }

  /** The response that is still valid. */
  find(url: string, versions: Versions, now: EpochMillis): Answer | undefined {
    const known = this.#answers.get(url)
    if (known === undefined || now < known.from || known.until <= now) return undefined
    if (known.version !== versionOf(known.domains, versions)) return undefined
    // Taken out and put back: the map's order is that of use.
    this.#answers.delete(url)
    this.#answers.set(url, known)
    return known
  }
}

/**
 * Caches encoded responses as long as the version of their data stays current, so that the response to the same
 * request is the same bytes again. Each request reads the versions, so this is right on every server at once.
 */
export class Answers extends Context.Service<
  Answers,
  {
    /**
     * The response to the current request: a cached one, or the JSON that `make` returns. It may depend on the
     * request's path and query, on the domains' stored data, on what its reader may see, and on the owner's day; on
     * nothing else.
     */
    readonly remember: <E, R>(
      domains: ReadonlyArray<string>,
      make: Effect.Effect<string, E, R>,
    ) => Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest>
  }
>()("daybook/http/Answers") {
  static readonly layer = Layer.effect(
    Answers,
    Effect.gen(function* () {
      const zone = yield* DateTime.CurrentTimeZone
      const hash = yield* Digest
      const shared = yield* makeShared<Answer>()
      const cached = new CachedAnswers()

      const answerOf = (domains: ReadonlyArray<string>, version: number, now: EpochMillis, text: string) => {
        const today = dayOf(now, zone)
        const bytes = new TextEncoder().encode(text)
        const response = HttpServerResponse.uint8Array(bytes, {
          contentType: "application/json",
          headers: { etag: etagOf(hash(text)) },
        })
        const [from, until] = [startOfDay(today, zone), startOfDay(addDays(today, 1), zone)]
        return { domains, version, from, until, size: bytes.length, response }
      }

      const named = new Set<string>()
      /** True if a domain's version is missing: its responses would be valid forever. The log names it, once. */
      const isUnreported = Effect.fnUntraced(function* (domains: ReadonlyArray<string>, versions: Versions) {
        const missing = domains.filter((domain) => !versions.has(domain))
        const news = missing.filter((domain) => !named.has(domain))
        for (const domain of news) named.add(domain)
        if (news.length > 0)
          yield* Effect.logError(
            `DataVersions has no version of ${news.join(", ")}, so responses that depend on it are not cached. If you have your own stores, ` +
              "pass them to Daybook's storage, as in KernelSqlite.layer(mine): merging layers drops one of two DataVersions.",
          )
        return missing.length > 0
      })

      const remember = Effect.fnUntraced(function* <E, R>(
        domains: ReadonlyArray<string>,
        make: Effect.Effect<string, E, R>,
      ) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const { versions } = yield* Caller
        const { isEmpty } = yield* unseenItems
        // No path begins so.
        const url = isEmpty ? request.url : `public ${request.url}`
        const now = yield* Clock.currentTimeMillis
        const known = cached.find(url, versions, now)
        if (known !== undefined) return known.response
        if (yield* isUnreported(domains, versions)) {
          return answerOf(domains, 0, now, yield* make).response
        }
        const version = versionOf(domains, versions)
        // A response of the same version and day that is in progress serves all requests that arrive meanwhile.
        const name = `${version} ${dayOf(now, zone)} ${url}`
        const { response } = yield* shared(
          name,
          Effect.map(make, (text) => {
            const answer = answerOf(domains, version, now, text)
            cached.keep(url, answer)
            return answer
          }),
        )
        return response
      })

      return Answers.of({ remember })
    }),
  )
}

type ErrorOf<Asked> = [Asked] extends [never]
  ? never
  : Asked extends Effect.Effect<infer _A, infer E, infer _R>
    ? E
    : never

/** The item that a request asks for is hidden from its reader. */
class Unseen extends Schema.TaggedError<Unseen>()("Unseen", {}) {}
const noItem = notFound("There is nothing with this id")

/** Writes the JSON of a value for the current reader; undefined if the value itself is hidden from them. */
export type WriteJson<A> = (value: A) => Effect.Effect<string | undefined>

const writerOf = <A, Json>(form: WireForm<A, Json>): WriteJson<A> => {
  const encode = Schema.encodeEffect(Schema.fromJsonString(form))
  return (value) =>
    Effect.flatMap(shownIn(form, value), (json) =>
      json === undefined ? Effect.undefined : Effect.orDie(encode(json)),
    )
}

/**
 * Returns `remembered(form, read)`: the handler of a read, an effect or a generator. Its response in this form is cached
 * until a version of the domains changes. The reads of a group use the services that the group was built with.
 */
export const rememberedReads = <Services = never>(domains: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const answers = yield* Answers
    const services = yield* Effect.context<Services>()
    return <Request, A, Json, E = never, Asked extends Effect.Effect<unknown, unknown, Services> = never>(
      form: WireForm<A, Json>,
      read: (
        request: Request,
      ) => Effect.Effect<NoInfer<A>, E, Services> | Generator<Asked, NoInfer<A>, never>,
      write: WriteJson<NoInfer<A>> = writerOf(form),
    ) => {
      const answer = (request: Request) =>
        Effect.suspend((): Effect.Effect<A, E | ErrorOf<Asked>, Services> => {
          const reading = read(request)
          if (Effect.isEffect(reading)) return reading
          return Effect.gen(() => reading) as Effect.Effect<A, ErrorOf<Asked>, Services>
        })
      return (request: Request) =>
        answers
          .remember(
            domains,
            Effect.provideContext(answer(request), services).pipe(
              Effect.flatMap(write),
              Effect.flatMap((text) =>
                text === undefined ? Effect.fail(new Unseen()) : Effect.succeed(text),
              ),
            ),
          )
          .pipe(
            Effect.catchTag("Unseen", () =>
              Effect.succeed(HttpServerResponse.jsonUnsafe(noItem, { status: noItem.status })),
            ),
          )
    }
  })

/** A strong validator from the hash of a body. */
export const etagOf = (hash: string): string => `"${hash.slice(0, 32)}"`

/** The validator of the same response in an encoding. */
export const encodedTag = (etag: string, encoding: Encoding): string =>
  encoding === "identity" ? etag : etag.replace(/"$/, `-${encoding}"`)

/** A validator without what says its encoding, or that it is weak: proxies that pack make it so. */
const bare = (etag: string) => etag.replace(/^W\//, "").replace(/-(?:br|gzip)"$/, '"')

/**
 * The validator in a request's `If-None-Match` that proves that the client has this response, in any encoding; undefined
 * if it does not. Returned in the 304, it names the copy.
 */
export const knownTag = ({ headers }: Head, etag: string): string | undefined => {
  const wanted = headers["if-none-match"]
  if (wanted === undefined) return undefined
  for (const one of wanted.split(",")) {
    const tag = one.trim()
    if (tag === "*") return etag
    if (bare(tag) === bare(etag)) return tag.replace(/^W\//, "")
  }
  return undefined
}

/** True if a request's `If-None-Match` shows that its client has this response. */
export const matchesEtag = (request: Head, etag: string): boolean => knownTag(request, etag) !== undefined
