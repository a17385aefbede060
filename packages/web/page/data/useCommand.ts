import { useState } from "preact/hooks"
import type { Failure } from "./asking.ts"
import type { Sent } from "./send.ts"

/** Runs commands one at a time: whether one is under way, and why the last one was not done. */
export const useCommand = () => {
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const run = async <A>(command: () => Promise<Sent<A>>): Promise<Sent<A> | undefined> => {
    if (working) return undefined
    setWorking(true)
    setFailure(undefined)
    const sent = await command()
    setWorking(false)
    setFailure(sent.failure)
    return sent
  }
  return { failure, run, working }
}
