import { servedDomains } from "./address.ts"
import { askPatiently, away, failureOf } from "./asking.ts"
import { changed, refresh } from "./cache.ts"
import { changesAt } from "./kept.ts"
import { mayChange, sessionEnded } from "./session.ts"
import { signal } from "./signal.ts"

export type Method = "POST" | "PATCH" | "DELETE"

/** A change that was made without a connection. */
export interface Change {
  readonly id: string
  readonly method: Method
  readonly path: string
  readonly body: object | undefined
  /** Why the server refused it, in words of the API; "" while it waits. */
  readonly problem: string
}

const read = (): ReadonlyArray<Change> => {
  try {
    return JSON.parse(localStorage.getItem(changesAt) ?? "[]") as ReadonlyArray<Change>
  } catch {
    return []
  }
}

/** Changes that are not with the server yet, in their order. Other tabs have the same. */
export const changes = signal(read())
window.addEventListener("storage", ({ key }) => key === changesAt && changes.set(read()))

const put = (next: ReadonlyArray<Change>): void => {
  if (next.length === 0) localStorage.removeItem(changesAt)
  else localStorage.setItem(changesAt, JSON.stringify(next))
  changes.set(next)
}

/** The domain of a change that may wait: what is sent twice must count once, as items that are added or edited do. */
const domainOf = (method: Method, path: string): string | undefined => {
  if (method === "POST" && path === "/v1/reading/save") return "reading"
  const [, domain = "", type = "", id] =
    /^\/v1\/admin\/([\w-]+)(?:\/([\w-]+))?(?:\/([^/]+))?$/.exec(path) ?? []
  if (domain === "watches") return "watching"
  const isEdit =
    method === "POST" ? id === undefined && !["vinyl", "sources"].includes(type) : id !== undefined
  return servedDomains.includes(domain) && type !== "" && isEdit ? domain : undefined
}

/** Lets a change wait for a connection; false if it cannot, or if this browser stores nothing. The same one waits once. */
export const letWait = (method: Method, path: string, body: object | undefined): boolean => {
  if (domainOf(method, path) === undefined) return false
  const isSame = (one: Change) =>
    one.method === method && one.path === path && JSON.stringify(one.body) === JSON.stringify(body)
  try {
    const known = read()
    // Over plain HTTP a browser makes no UUIDs.
    const id = crypto.getRandomValues(new Uint32Array(4)).join("-")
    if (!known.some(isSame)) put([...known, { id, method, path, body, problem: "" }])
    return true
  } catch {
    return false
  }
}

/** Cancels a change that waits, or dismisses one that was refused. */
export const cancelChange = (id: string): void => put(read().filter((one) => one.id !== id))

/** Lets a cancelled change wait again, in its place. */
export const restoreChange = (change: Change, at: number): void => put(read().toSpliced(at, 0, change))

/** Sends a change. "failed": at this one; "away": no response came, or the session is over. */
const sendOne = async ({ body, id, method, path }: Change): Promise<"away" | "decided" | "failed"> => {
  const answer = await askPatiently(path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (answer.status === 401) sessionEnded()
  if (answer.status === 401) return "away"
  if (answer.status >= 500) return away.get() === undefined ? "failed" : "away"
  // What is gone already is removed.
  if (answer.ok || (method === "DELETE" && answer.status === 404)) cancelChange(id)
  else {
    const { message } = await failureOf(answer)
    put(read().map((one) => (one.id === id ? { ...one, problem: message || String(answer.status) } : one)))
  }
  changed(domainOf(method, path))
  return "decided"
}

/** What keeps its order: an addition is on its own, and the edits of an item follow one another. */
const orderOf = ({ id, method, path }: Change) => (method === "POST" ? id : path)

const sendAll = async (): Promise<void> => {
  // What the server fails at waits for the next round.
  const failed = new Set<string>()
  for (;;) {
    const next = read().find((one) => one.problem === "" && !failed.has(orderOf(one)))
    if (next === undefined) break
    const outcome = await sendOne(next).catch(() => "away")
    if (outcome === "away") break
    if (outcome === "failed") failed.add(orderOf(next))
  }
  refresh()
}

let sending: Promise<unknown> | undefined

/** Sends what waits, one after another, in one tab at a time; not with the key of somebody who only reads. */
const sendWaiting = (): void => {
  if (sending !== undefined || !mayChange() || !read().some(({ problem }) => problem === "")) return
  const sent = "locks" in navigator ? navigator.locks.request(changesAt, sendAll) : sendAll()
  sending = sent.finally(() => (sending = undefined))
}

const againAfter = 60_000

/** Sends changes whenever the server responds again, and now and then. Returns the function that ends it. */
export const sendChanges = (): (() => void) => {
  sendWaiting()
  const again = () => away.get() === undefined && sendWaiting()
  const timer = setInterval(again, againAfter)
  const stop = away.watch(again)
  return () => {
    clearInterval(timer)
    stop()
  }
}
