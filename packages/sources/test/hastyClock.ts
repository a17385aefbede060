import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/**
 * A clock for tests over real connections. It stands still but for its sleeps, which are over at once and move
 * it on by their length; only a part of a call's time limit is a real one. `slept` lists the sleeps in milliseconds.
 * `callLimit` is the time limit of a call, which must stay a real wait: real servers take real time.
 */
export const hastyClock = (startMillis = Date.now(), callLimit = 10_000) => {
  const slept: Array<number> = []
  let time = BigInt(startMillis) * 1_000_000n
  let setBack = 0n
  const monotonic = () => time
  const nanos = () => time - setBack
  const millis = () => Number(nanos() / 1_000_000n)
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: monotonic,
    monotonicTimeNanos: Effect.sync(monotonic),
    sleep: (duration) => {
      const length = Duration.toMillis(duration)
      if (length === callLimit / 8) {
        return Effect.callback((resume) => {
          const timer = setTimeout(() => resume(Effect.void), length)
          return Effect.sync(() => clearTimeout(timer))
        })
      }
      return Effect.sync(() => {
        slept.push(length)
        time += Duration.toNanosUnsafe(duration)
      })
    },
  }
  return {
    slept,
    /** Lets this much time go by. */
    skip: (length: Duration.Input) => {
      time += Duration.toNanosUnsafe(Duration.fromInputUnsafe(length))
    },
    /** Sets the clock on the wall back by so much: no time goes by. */
    setBack: (length: Duration.Input) => {
      setBack += Duration.toNanosUnsafe(Duration.fromInputUnsafe(length))
    },
    provide: Effect.provideService(Clock.Clock, clock),
  }
}
