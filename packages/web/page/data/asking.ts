import { messages } from "../messages.ts"
import { inWordsOf, language, type Rules } from "../words.ts"
import { addressOf } from "./address.ts"
import { signal } from "./signal.ts"

/** A failed request, in words. Status 0: no response came. */
export interface Failure {
  readonly status: number
  readonly message: string
}

export const noResponse: Failure = { status: 0, message: "" }

/** Why the server cannot respond now; undefined if it can. The page retries automatically. */
export const away = signal<Failure | undefined>(undefined)

/** When the rate limit ends; 0 if it is not reached. */
export const waitingUntil = signal(0)

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** Notes that the limit is reached, for this `Retry-After`. */
export const waitFor = (retryAfter: string | null): void => {
  const millis = Math.max(1, Number(retryAfter ?? 1)) * 1_000
  waitingUntil.set(Math.max(waitingUntil.get(), Date.now() + millis))
  setTimeout(() => waitingUntil.get() <= Date.now() && waitingUntil.set(0), millis + 50)
}

/** Waits until the limit is no longer reached. */
export const limitPassed = async (): Promise<void> => {
  for (let wait = waitingUntil.get() - Date.now(); wait > 0; wait = waitingUntil.get() - Date.now())
    await pause(wait)
}

const { correct, errors } = messages

/** Rules that fields break, in words of the API and in those of the page. */
const rules: Rules = [
  [/^(?:is missing|is empty|must not be empty)/, () => errors.rules.missing],
  [/^must (?:have|be) at most ([\d,]+) characters$/, errors.rules.tooLong],
  [/^must be a (?:whole )?number from (-?[\d.,]+)(?: to (-?[\d.,]+))?$/, errors.rules.range],
  [/^(?:is not a (?:calendar day|time)|must be a text such as \d{4}-)/, () => errors.rules.time],
  [/^must be one (?:or more )?of (.+)$/, errors.rules.oneOf],
  [/^must be (?:a|an) (?:https? or https? )?URL/, () => errors.rules.url],
  [/^must not lie ahead of now$/, () => errors.rules.future],
]

/** A refusal that names a field, in the page's language. A rule that the page does not know follows in the API's words. */
const ofField = (said: string): string | undefined => {
  const [, field, problem = ""] = /^([\w.-]+): (.+)$/.exec(said) ?? []
  if (field === undefined) return undefined
  // A setting is named as in the environment.
  const name = /^[A-Z\d_]+$/.test(field) ? field : correct.field(field)
  const rule = inWordsOf(rules, problem)
  return rule === undefined
    ? `${errors.field(name, errors.rules.other)} ${problem}`
    : errors.field(name, rule)
}

/** The statuses whose sentence in the API names the setting or the reason. */
const telling: ReadonlyArray<number> = [400, 409, 500, 503]

/** Why a request failed, in the page's language. What only the API knows follows in its words, which are English. */
const inWords = ({ headers, status }: Response, said: string): string => {
  const known = (errors as Readonly<Record<number, string>>)[status]
  if (language === "en" || known === undefined) return said
  if (status === 503 && headers.has("retry-after")) return errors.unavailable
  const [, logged] = /logged as (\S+)$/.exec(said) ?? []
  if (logged !== undefined) return `${known} ${errors.logged(logged)}`
  if (!telling.includes(status) || said === "") return known
  return (status === 400 ? ofField(said) : undefined) ?? `${known} ${said}`
}

/** The failure that a response reports. */
export const failureOf = async (answer: Response): Promise<Failure> => {
  const body: unknown = await answer.json().catch(() => undefined)
  const said = typeof body === "object" && body !== null && "error" in body ? String(body.error) : ""
  return { status: answer.status, message: inWords(answer, said) }
}

// Sent by a proxy whose server does not respond, and by the server itself while its store is down. A 503 of the API
// without Retry-After names a missing setting.
const isPassing = ({ headers, status }: Response) =>
  status === 502 ||
  status === 504 ||
  (status === 503 &&
    (headers.has("retry-after") || headers.get("content-type")?.startsWith("application/json") !== true))

/** The addresses that the document itself requests, before any code is there: the browser has the responses for who first asks. */
const preloaded = new Set(
  [...document.querySelectorAll<HTMLLinkElement>("link[rel=preload][as=fetch]")].map(
    ({ href }) => new URL(href).pathname,
  ),
)

/** Sends a request, and again after the pause that a reached limit names. Fails if no response comes. */
export const askPatiently = async (path: string, init: RequestInit = {}): Promise<Response> => {
  for (;;) {
    await limitPassed()
    init.signal?.throwIfAborted()
    try {
      const answer = await fetch(addressOf(path), { ...init, cache: "no-store" })
      // Whoever was not signed in then may be by now.
      if (preloaded.delete(addressOf(path)) && !answer.ok) continue
      away.set(isPassing(answer) ? await failureOf(answer.clone()) : undefined)
      if (answer.status !== 429) return answer
      waitFor(answer.headers.get("retry-after"))
    } catch (fault) {
      if (init.signal?.aborted !== true) away.set(noResponse)
      throw fault
    }
  }
}

/** Why the server cannot respond; undefined if it can. */
export const lookForServer = (): Promise<Failure | undefined> =>
  fetch(addressOf("/v1/health/ready"), { cache: "no-store" }).then(
    (answer) => (answer.ok ? undefined : failureOf(answer)),
    () => noResponse,
  )
