import { addressOf } from "./address.ts"
import { signal } from "./signal.ts"

/** The key that this browser is signed in with. */
export interface Session {
  readonly name: string
  readonly scope: "read" | "admin"
  readonly expires_at: string
  /** The zone in which the person's days are counted. */
  readonly time_zone: string
}

/** Signed in or not; `ended` where a session was over while the page was open, `away` where no server answered. */
export type Standing =
  | { readonly state: "unknown" | "away" }
  | { readonly state: "out"; readonly ended: boolean }
  | { readonly state: "in"; readonly session: Session }

export const standing = signal<Standing>({ state: "unknown" })

/** The refusals of a key, for words. */
export type SignInProblem = "wrong" | "sends" | "many" | "away"

const problems: Readonly<Record<number, SignInProblem>> = { 401: "wrong", 403: "sends", 429: "many" }

const isIn = () => standing.get().state === "in"

/** The answer that `start.ts` asked for before this code was there; it is read once. */
const asked = globalThis as { askedSession?: Promise<Response | undefined> | undefined }

const askSession = async (): Promise<Response> => {
  const early = asked.askedSession
  asked.askedSession = undefined
  return (await early) ?? fetch(addressOf("/session"), { cache: "no-store" })
}

/** Asks who is signed in. */
export const findSession = async (): Promise<void> => {
  try {
    const answer = await askSession()
    if (answer.status === 200) return standing.set({ state: "in", session: await answer.json() })
    if (answer.status === 204 || answer.status === 401) return standing.set({ state: "out", ended: isIn() })
  } catch {
    // As any other answer that tells nothing of the session.
  }
  // The view stays: the frame says that nobody answers.
  if (!isIn()) standing.set({ state: "away" })
}

/** Signs in with a key, which is kept in no place that a script can read. Gives the problem, if there is one. */
export const signIn = async (key: string): Promise<SignInProblem | undefined> => {
  // A header takes no other signs; no key has them.
  if (!/^[\x21-\x7e]+$/.test(key)) return "wrong"
  try {
    const answer = await fetch(addressOf("/session"), {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
    })
    if (!answer.ok) return problems[answer.status] ?? "away"
    standing.set({ state: "in", session: await answer.json() })
    return undefined
  } catch {
    return "away"
  }
}

/** Called where an answer says that the key is no longer good. */
export const sessionEnded = (): void => standing.set({ state: "out", ended: true })

/** Signs out. Nothing of what was shown stays in memory. */
export const signOut = async (): Promise<void> => {
  await fetch(addressOf("/session"), { method: "DELETE" }).catch(() => undefined)
  location.assign(addressOf("/"))
}
