import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

const asked = process.env["HOSTILE_SECONDS"]

/** Seconds that both halves may take on all stores together, run side by side. */
export const seconds = Number(asked ?? 60)
if (!(seconds > 0)) throw new Error(`HOSTILE_SECONDS is "${asked}"; it must be a number of seconds`)

// What is left over is for starting and stopping servers.
const share = seconds / 4

const simplifySeconds = 20

/** A short run has the same cases each time, so that a failure is the change's; a long one looks for new ones. */
export const seed =
  process.env["HOSTILE_SEED"] ?? (asked === undefined ? "daybook" : Math.random().toString(36).slice(2))

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

/** Holds a rule against made-up cases until the time is over, and gives how many cases there were. */
export const storm = async <A>(
  cases: Arbitrary.Arbitrary<A>,
  rule: (one: A) => Promise<void>,
  { at = share, concurrency = 1, runs = 20 }: { at?: number; concurrency?: number; runs?: number } = {},
): Promise<number> => {
  const end = performance.now() + at * 1000
  let held = 0
  // A failing case is made simpler for so long: each try may take as long as the failure did.
  let simplerUntil = Infinity
  const tried = async (one: A): Promise<void> => {
    if (performance.now() > simplerUntil) return
    await rule(one).catch((error: unknown) => {
      simplerUntil = Math.min(simplerUntil, performance.now() + simplifySeconds * 1000)
      throw error
    })
  }
  for (let round = 0; round === 0 || performance.now() < end; round++) {
    const roundSeed = round === 0 ? seed : `${seed}/${round}`
    const result = await Effect.runPromise(
      Arbitrary.checkEffect(
        cases,
        (one) =>
          Effect.as(
            Effect.tryPromise(() => tried(one)),
            true,
          ),
        {
          runs,
          concurrency,
          seed: roundSeed,
          maxShrinks: 100,
        },
      ),
    )
    if (result._tag !== "Passed") fail(result, roundSeed)
    held += runs
  }
  return held
}
