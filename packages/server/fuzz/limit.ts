import { seconds } from "./storm.ts"

// The limit of one file, from its beginning, which ends what hangs. A busy machine is slow, and that is not an error.
const most = seconds * 3 + 600
const end = performance.now() + most * 1000

interface Work {
  readonly name: string
  readonly began: number
}

const underWay = new Set<Work>()

/** Runs a piece of work, which the error names where the limit interrupts it. */
export const doing = async <A>(name: string, work: () => Promise<A>): Promise<A> => {
  const one = { name, began: performance.now() }
  underWay.add(one)
  try {
    return await work()
  } finally {
    underWay.delete(one)
  }
}

const standing = () => {
  const now = performance.now()
  return [...underWay]
    .map(({ began, name }) => `for ${((now - began) / 1000).toFixed(1)} s: ${name}`)
    .join("\n")
}

/** Runs a test, and fails if it does not end before the limit of its file. */
export const withinLimit = async (name: string, work: () => Promise<void>): Promise<void> => {
  const left = end - performance.now()
  if (left <= 0) throw new Error(`${name} was not begun: this file has taken more than its ${most} s`)
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(
    () =>
      limit.reject(
        new Error(`${name} was not over after ${most} s of this file. It stood at\n${standing()}`),
      ),
    left,
  )
  try {
    await Promise.race([work(), limit.promise])
  } finally {
    clearTimeout(timer)
  }
}
