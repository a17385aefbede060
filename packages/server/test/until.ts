import { setTimeout as pause } from "node:timers/promises"

/** Waits for a fact, looking every few milliseconds; a fact that does not come in time is an error that names it. */
export const until = async (
  fact: string,
  holds: () => boolean | Promise<boolean>,
  withinSeconds = 120,
): Promise<void> => {
  const end = Date.now() + withinSeconds * 1000
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`after ${withinSeconds} s it is still not so that ${fact}`)
    await pause(5)
  }
}
