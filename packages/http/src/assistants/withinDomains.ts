import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type ApiCalls, type Question, Refused } from "./apiCalls.ts"

type Asks = ApiCalls["Service"]

/** The reads over all domains that take `domains`. */
const narrowed = /^\/v1\/(search|feed|feed\/on-this-day|trends|streaks)$/

const wholeMonth = /^\/v1\/years\/[^/]+\/months\/[^/]+$/

const wholeYear = /^\/v1\/years\/([^/]+)$/

/** Reads of a domain that have entries of others in them, with those. */
const ofOthers: ReadonlyArray<readonly [path: RegExp, others: ReadonlyArray<string>]> = [
  [/^\/v1\/collecting\/cross-reference$/, ["listening", "watching"]],
  [/^\/v1\/attending\/events\/[^/]+\/around$/, ["listening"]],
]

/** The domain of a path, such as that of `/v1/running/runs` or `/v1/admin/sync/running`. */
const domainOf = (path: string): string | undefined =>
  /^\/v1\/(?:admin\/(?:sync\/)?)?([^/]+)(?:\/|$)/.exec(path)?.[1]

const Latest = Schema.Record(Schema.String, Schema.Unknown)
const latestIn = Schema.decodeUnknownOption(Latest)

const Years = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({ year: Schema.Int, by_domain: Schema.Record(Schema.String, Schema.Int) }),
  ),
})
const yearsIn = Schema.decodeUnknownOption(Years)

const Month = Schema.Struct({
  year: Schema.Int,
  month: Schema.Int,
  domains: Schema.Record(Schema.String, Schema.Unknown),
})
const monthIn = Schema.decodeUnknownOption(Month)

const only = <A>(record: Readonly<Record<string, A>>, allowed: ReadonlyArray<string>) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => allowed.includes(name)))

/** The totals of every year, of these domains only. */
const yearsOf = (said: unknown, allowed: ReadonlyArray<string>) => ({
  data: Option.match(yearsIn(said), { onNone: () => [], onSome: ({ data }) => data }).flatMap(
    ({ by_domain: all, year }) => {
      const byDomain = only(all, allowed)
      const total = Object.values(byDomain).reduce((sum, count) => sum + count, 0)
      return total === 0 ? [] : [{ year, total, by_domain: byDomain }]
    },
  ),
})

/** A month, of these domains only. */
const monthOf = (said: unknown, allowed: ReadonlyArray<string>) =>
  Option.match(monthIn(said), {
    onNone: () => ({}),
    onSome: ({ domains, month, year }) => ({ year, month, domains: only(domains, allowed) }),
  })

/** The part of the API that an assistant may read: everything else is refused, whatever tool asks for it. */
export const withinDomains = (asks: Asks, allowed: ReadonlyArray<string>): Asks => {
  const refused = Effect.fail(
    new Refused({ message: `The owner lets this assistant read only ${allowed.join(", ")}` }),
  )

  const narrow = (question: Question) => {
    const named = question.query?.["domains"]
    const wanted =
      named === undefined
        ? allowed
        : String(named)
            .split(",")
            .map((name) => name.trim())
    const domains = wanted.filter((name) => allowed.includes(name))
    return domains.length === 0
      ? refused
      : asks({ ...question, query: { ...question.query, domains: domains.join(",") } })
  }

  const yearOf = (year: string) =>
    Effect.map(
      Effect.forEach(
        allowed,
        (domain) => Effect.map(asks({ path: `/v1/${domain}/years/${year}` }), (review) => [domain, review]),
        { concurrency: 3 },
      ),
      (reviews) => ({ year: Number(year), domains: Object.fromEntries(reviews) as unknown }),
    )

  return (question) => {
    const { method = "GET", path } = question
    if (method === "GET") {
      // An image is open to everyone who knows its hash.
      if (path.startsWith("/v1/images/")) return asks(question)
      if (narrowed.test(path)) return narrow(question)
      if (path === "/v1/years") return Effect.map(asks(question), (said) => yearsOf(said, allowed))
      if (path === "/v1/now")
        return Effect.map(asks(question), (said) =>
          only(
            Option.getOrElse(latestIn(said), () => ({})),
            allowed,
          ),
        )
      if (wholeMonth.test(path)) return Effect.map(asks(question), (said) => monthOf(said, allowed))
      const [, year] = wholeYear.exec(path) ?? []
      if (year !== undefined) return yearOf(year)
    }
    const others = ofOthers.flatMap(([read, others]) => (read.test(path) ? others : []))
    return [domainOf(path) ?? "", ...others].every((domain) => allowed.includes(domain))
      ? asks(question)
      : refused
  }
}
