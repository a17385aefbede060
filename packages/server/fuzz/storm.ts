import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const asked = process.env["HOSTILE_SECONDS"]

/** Seconds that both halves may take on all stores together, run side by side; twice as many are the limit. */
export const seconds = Number(asked ?? 60)
if (!(seconds > 0)) throw new Error(`HOSTILE_SECONDS is "${asked}"; it must be a number of seconds`)

// The rest of the time goes to starting and stopping servers.
const share = seconds / 4

const simplifySeconds = Math.min(20, share)

const [seedName = "", first = "0"] = (
  process.env["HOSTILE_SEED"] ?? (asked === undefined ? "daybook" : Math.random().toString(36).slice(2))
).split("/")
const firstRound = Number(first)
if (!Number.isSafeInteger(firstRound)) throw new Error("HOSTILE_SEED must be a name, or a name/round")

/** A short run has the same cases each time, so that a failure is the change's; a long one looks for new ones. */
export const seed = seedName

/** One of a list; a failing case is simplified towards its first. */
export const oneOf = <A>(items: ReadonlyArray<A>): Arbitrary.Arbitrary<A> =>
  Arbitrary.map(
    Arbitrary.schema(Schema.Literals(items.map((_, index) => index))),
    (index) => items[index] as A,
  )

const fail = (result: Arbitrary.CheckResult<unknown, unknown>, roundSeed: string): never => {
  const error = result._tag === "Falsified" && "error" in result.failure ? result.failure.error : undefined
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  throw new Error(
    `${cause instanceof Error ? cause.message : result._tag}\nThe same again: HOSTILE_SEED='${roundSeed}'`,
    { cause },
  )
}

/**
 * Holds a rule against sample cases until the time is over, and gives how many cases there were. Each round makes its
 * cases of one kind, and the kinds take turns: each has one at the least, whatever the time. Storms of other names have
 * other cases. `part` is its part of the time of a store.
 */
export const storm = async <A>(
  name: string,
  kinds: ReadonlyArray<Arbitrary.Arbitrary<A>>,
  rule: (one: A) => Promise<void>,
  { concurrency = 1, part = 1, runs = 1 }: { concurrency?: number; part?: number; runs?: number } = {},
): Promise<number> => {
  const end = performance.now() + share * part * 1000
  let until = end
  let held = 0
  for (let round = firstRound; round < firstRound + kinds.length || performance.now() < end; round++) {
    let begun = 0
    let hasFailed = false
    const tried = async (one: A): Promise<void> => {
      if (begun++ > 0 && performance.now() > until) return
      await rule(one).catch((error: unknown) => {
        // A failing case is made simpler for so long: each try may take as long as the failure did.
        if (!hasFailed) until = performance.now() + simplifySeconds * 1000
        hasFailed = true
        throw error
      })
      held += 1
    }
    const result = await Effect.runPromise(
      Arbitrary.checkEffect(
        kinds[round % kinds.length] as Arbitrary.Arbitrary<A>,
        (one) =>
          Effect.as(
            Effect.tryPromise(() => tried(one)),
            true,
          ),
        { runs, concurrency, seed: `${seed}/${round}/${name}`, maxShrinks: 100 },
      ),
    )
    if (result._tag !== "Passed") fail(result, `${seed}/${round}`)
  }
  return held
}
