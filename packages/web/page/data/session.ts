import { navigate } from "../router.tsx"
import { addressOf } from "./address.ts"
import { askPatiently, type Failure, failureOf, noResponse } from "./asking.ts"
import { forgetAll, forgetKept, keep, kept, leavingAt } from "./kept.ts"
import { type Preferences, takePreferences } from "./preferences.ts"
import { signal, useSignal } from "./signal.ts"

/** The key that this browser is signed in with. */
export interface Session {
  readonly name: string
  readonly scope: "read" | "admin"
  readonly expires_at: string
  /** The zone of the owner's days. */
  readonly time_zone: string
  readonly preferences: Preferences
}

/**
 * Signed in or not; `why` says that a session expired while the page was open, or that a
 * sign-in link was no longer good; `away` if the server did not respond.
 */
export type Standing =
  | { readonly state: "unknown" }
  | { readonly state: "away"; readonly failure: Failure }
  | { readonly state: "out"; readonly why?: "ended" | "spent" | undefined }
  | { readonly state: "in"; readonly session: Session }

export const standing = signal<Standing>({ state: "unknown" })

/** Why no one could be signed in: a refusal of the key, or a failure of the server. */
export type SignInProblem = "wrong" | "sends" | Failure

const refusals: Readonly<Record<number, SignInProblem>> = { 401: "wrong", 403: "sends" }

/** Takes a response that says who is signed in. */
const takeSession = async (answer: Response): Promise<void> => {
  localStorage.removeItem(leavingAt)
  const session = (await answer.json()) as Session
  takePreferences(session.preferences)
  standing.set({ state: "in", session })
  void keep("/session", session)
}

/** True while an admin key is signed in. */
export const mayChange = (): boolean => {
  const now = standing.get()
  return now.state === "in" && now.session.scope === "admin"
}

/** The same for a view, which follows it. */
export const useMayChange = (): boolean => {
  useSignal(standing)
  return mayChange()
}

let hasArrived = false

/** True once after somebody signed in here: the next view may greet them. */
export const takeArrival = (): boolean => {
  const had = hasArrived
  hasArrived = false
  return had
}

const isIn = () => standing.get().state === "in"

/** Without a server, who was signed in last sees what was stored. */
const showLast = async () => {
  const last = await kept("/session")
  if (last !== undefined && !isIn()) standing.set({ state: "in", session: last.data as Session })
}

/** Ends the session at the server. Without a response that is done at the next one, before anything is shown. */
const leave = async (): Promise<Response> => {
  localStorage.setItem(leavingAt, "")
  const answer = await fetch(addressOf("/session"), { method: "DELETE" })
  if (answer.ok) localStorage.removeItem(leavingAt)
  return answer
}

const askSession = async (): Promise<Failure | undefined> => {
  try {
    const isLeaving = localStorage.getItem(leavingAt) !== null
    const answer = await (isLeaving ? leave() : askPatiently("/session"))
    if (answer.status === 200) await takeSession(answer)
    else if (answer.status === 204 || answer.status === 401) {
      standing.set({ state: "out", why: isIn() ? "ended" : undefined })
      await forgetKept()
    } else {
      await showLast()
      return await failureOf(answer)
    }
    return undefined
  } catch {
    await showLast()
    return noResponse
  }
}

let finding: Promise<void> | undefined

/** Reads who is signed in, once at a time. */
export const findSession = (): Promise<void> =>
  (finding ??= askSession().then((failure) => {
    finding = undefined
    // The view stays: the frame states what is wrong.
    if (failure !== undefined && !isIn()) standing.set({ state: "away", failure })
  }))

/** Signs in with a key, which is never stored where a script can read it. Returns the problem, if there is one. */
export const signIn = async (key: string): Promise<SignInProblem | undefined> => {
  // A header takes no other signs; no key has them.
  if (!/^[\x21-\x7e]+$/.test(key)) return "wrong"
  try {
    const answer = await askPatiently("/session", {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
    })
    if (!answer.ok) return refusals[answer.status] ?? (await failureOf(answer))
    hasArrived = true
    await takeSession(answer)
    return undefined
  } catch {
    return noResponse
  }
}

/**
 * Signs in with the sign-in link at whose address the page was opened; undefined at any other address. The link leaves the address and the
 * history at once. Who was signed in already stays so if the link is no longer good.
 */
export const signInByLink = (): Promise<void> | undefined => {
  const { hash, href, pathname } = location
  if (pathname !== addressOf("/open")) return undefined
  navigate("/", { replace: true })
  return (async () => {
    // Its cookie must not come after the new one.
    await askPatiently("/session").catch(() => undefined)
    try {
      const answer = await askPatiently("/session/link", {
        method: "POST",
        body: JSON.stringify({ token: hash.slice(1) }),
      })
      if (answer.ok) {
        hasArrived = true
        return await takeSession(answer)
      }
      if (answer.status !== 401) return standing.set({ state: "away", failure: await failureOf(answer) })
      await findSession()
      if (standing.get().state === "out") standing.set({ state: "out", why: "spent" })
    } catch {
      // It is not spent: the page opens it when it is loaded again.
      history.replaceState(null, "", href)
      standing.set({ state: "away", failure: noResponse })
    }
  })()
}

/** Called if a response shows that the key is no longer valid. */
export const sessionEnded = (): void => {
  standing.set({ state: "out", why: "ended" })
  void forgetKept()
}

/** Signs out. Nothing shown stays in memory, and nothing that was stored. */
export const signOut = async (): Promise<void> => {
  await leave().catch(() => undefined)
  await forgetAll()
  location.assign(addressOf("/"))
}
