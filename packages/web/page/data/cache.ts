import { servedDomains } from "./address.ts"
import { askPatiently, away, type Failure, failureOf, noResponse } from "./asking.ts"
import { keep, kept } from "./kept.ts"
import { sessionEnded } from "./session.ts"
import { signal } from "./signal.ts"

/** The current response: `data` stays shown while it is read again, and while that fails. */
export interface Read<A> {
  readonly data: A | undefined
  readonly failure: Failure | undefined
  readonly reading: boolean
}

interface Remembered {
  read: Read<unknown>
  etag: string | undefined
  /** When it was last known to be right. */
  checkedAt: number
  /** True if something may have changed since its last read began, or that read was aborted. */
  isOld: boolean
  /** When its data came. */
  receivedAt: number
  asked: Promise<void> | undefined
  abort: AbortController | undefined
  readonly watchers: Set<() => void>
}

const nothing: Read<never> = { data: undefined, failure: undefined, reading: true }

// Responses live in memory. A copy is stored by the browser, and shown while no response comes.
const answers = new Map<string, Remembered>()
const maxResponses = 200

/** When what is shown came, while no response comes; 0 otherwise. */
export const shownFrom = signal(0)

/** When the server began to report changes: what was read since is current unless it is reported. Undefined while it does not. */
export const liveSince = signal<number | undefined>(undefined)

/** Milliseconds for which a response is current: days end even if nothing changes. */
const holdsWhileLive = 5 * 60_000
const holdsOtherwise = 10_000

const tell = (one: Remembered, read: Read<unknown>) => {
  one.read = read
  for (const told of one.watchers) told()
}

/** Shows what came before, in this page or an earlier one, if the server does not respond. */
const showKept = async (path: string, one: Remembered, failure: Failure): Promise<void> => {
  const copy = one.read.data === undefined ? await kept(path) : undefined
  if (copy !== undefined) one.receivedAt = copy.at
  const data = one.read.data ?? copy?.data
  if (data !== undefined) shownFrom.set(one.receivedAt)
  tell(one, { data, failure, reading: false })
}

const readAnew = async (path: string, one: Remembered): Promise<void> => {
  const abort = new AbortController()
  one.abort = abort
  one.isOld = false
  if (!one.read.reading) tell(one, { ...one.read, reading: true })
  try {
    const headers: Record<string, string> = one.etag === undefined ? {} : { "if-none-match": one.etag }
    const answer = await askPatiently(path, { headers, signal: abort.signal })
    if (answer.status === 401) sessionEnded()
    if (answer.status === 304) {
      tell(one, { data: one.read.data, failure: undefined, reading: false })
    } else if (answer.ok) {
      const data: unknown = await answer.json()
      shownFrom.set(0)
      one.receivedAt = Date.now()
      void keep(path, data)
      one.etag = answer.headers.get("etag") ?? undefined
      tell(one, { data, failure: undefined, reading: false })
    } else {
      const failure = await failureOf(answer)
      if (failure.status >= 502) await showKept(path, one, failure)
      else tell(one, { data: one.read.data, failure, reading: false })
    }
    one.checkedAt = Date.now()
  } catch {
    if (abort.signal.aborted) return
    away.set(noResponse)
    await showKept(path, one, noResponse)
  } finally {
    if (one.abort === abort) one.asked = one.abort = undefined
  }
}

const entryOf = (path: string): Remembered => {
  const known = answers.get(path)
  if (known !== undefined) {
    // The most recently used one is dropped last.
    answers.delete(path)
    answers.set(path, known)
    return known
  }
  for (const [old, one] of answers) {
    if (answers.size < maxResponses) break
    if (one.watchers.size === 0) answers.delete(old)
  }
  const made: Remembered = {
    read: nothing,
    etag: undefined,
    checkedAt: 0,
    isOld: false,
    receivedAt: 0,
    asked: undefined,
    abort: undefined,
    watchers: new Set(),
  }
  answers.set(path, made)
  return made
}

const isRight = ({ checkedAt, isOld, read }: Remembered) =>
  !isOld &&
  read.data !== undefined &&
  read.failure === undefined &&
  Date.now() - checkedAt < (checkedAt >= (liveSince.get() ?? Infinity) ? holdsWhileLive : holdsOtherwise)

const ask = (path: string, one: Remembered): Promise<void> => (one.asked ??= readAnew(path, one))

/** Reads a response as it is now: once more after a read that something has changed since. */
const askAnew = async (path: string, one: Remembered): Promise<void> => {
  const begunBefore = one.asked !== undefined
  await ask(path, one)
  if (begunBefore && one.isOld && one.watchers.size > 0) await ask(path, one)
}

/** The current response, without a request. */
export const peek = (path: string): Read<unknown> => answers.get(path)?.read ?? nothing

/**
 * Watches a response, and requests it unless it is known to be right. A read that no one watches any more is aborted.
 */
export const watch = (path: string, told: () => void): (() => void) => {
  const one = entryOf(path)
  one.watchers.add(told)
  if (!isRight(one)) void ask(path, one)
  return () => {
    one.watchers.delete(told)
    if (one.watchers.size > 0 || one.abort === undefined) return
    one.abort.abort()
    one.asked = one.abort = undefined
    one.isOld = true
    if (one.read.data === undefined) answers.delete(path)
    else one.read = { ...one.read, reading: false }
  }
}

/** Reads a response once, as while typing; undefined if it was aborted. */
export const readOnce = async <A>(path: string, signal: AbortSignal): Promise<A | undefined> => {
  const one = entryOf(path)
  if (isRight(one)) return one.read.data as A
  const stop = watch(path, () => {})
  signal.addEventListener("abort", stop, { once: true })
  await one.asked
  stop()
  return signal.aborted ? undefined : (one.read.data as A | undefined)
}

/** Reads a response again, because somebody requests it. */
export const readAgain = (path: string): void => {
  const one = entryOf(path)
  one.isOld = true
  void askAnew(path, one)
}

/** Reads again what is watched, and is not known to be right. */
export const refresh = (): void => {
  for (const [path, one] of answers) {
    if (!isRight(one) && one.watchers.size > 0) void askAnew(path, one)
  }
}

/** Records that responses may have changed: a domain's and those over several; all by default. */
export const changed = (domain?: string): void => {
  for (const [path, one] of answers) {
    const [, , first = ""] = path.split(/[/?]/)
    if (domain === undefined || first === domain || !servedDomains.includes(first)) one.isOld = true
  }
}
