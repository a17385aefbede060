import { setTimeout as pause } from "node:timers/promises"
import { request as httpRequest } from "node:http"
import type { Figures } from "./figures.ts"

/** A broken promise. It ends the run with this sentence. */
export class Broken extends Error {
  override readonly name = "Broken"
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: unknown
  readonly text: string
}

export interface Asking {
  readonly method?: string
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Milliseconds after which no response is a hang. */
  readonly within?: number
}

/** Milliseconds within which every request gets a response or its connection is cut, whatever breaks. */
export const maxResponseLength = 45_000

/** Sends each request over a new connection, so that a kept one brings back no earlier fault. */
export const send = (
  url: string,
  { body, headers, key, method = "GET", within = maxResponseLength }: Asking,
) =>
  new Promise<Answer | "cut" | "hang">((resolve) => {
    const asked = httpRequest(url, {
      method,
      agent: false,
      headers: { ...headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    })
    const limit = setTimeout(() => {
      resolve("hang")
      asked.destroy()
    }, within)
    const cut = () => {
      clearTimeout(limit)
      resolve("cut")
    }
    asked.on("error", cut).on("response", (response) => {
      let text = ""
      response
        .setEncoding("utf8")
        .on("data", (piece: string) => (text += piece))
        .on("error", cut)
        .on("close", cut)
        .on("end", () => {
          clearTimeout(limit)
          if (!response.complete) return cut()
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: read(text), text })
        })
    })
    asked.end(body === undefined ? undefined : JSON.stringify(body))
  })

const read = (text: string): unknown => {
  if (text === "") return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const member = (body: unknown, name: string): unknown =>
  typeof body === "object" && body !== null
    ? Object.entries(body).find(([key]) => key === name)?.[1]
    : undefined

/** The fault of a 503, which must give the reason in a sentence and the time to come back. */
const flawOf = ({ body, headers, text }: Answer): string | undefined => {
  const sentence = member(body, "error") ?? member(body, "_message")
  if (typeof sentence !== "string" || sentence.trim().split(/\s+/).length < 3) return `no sentence: ${text}`
  if (/\bat \S+:\d+|SqlError|\bselect\b.+\bfrom\b|node_modules/i.test(sentence))
    return `insides shown: ${text}`
  const after = headers["retry-after"]
  return typeof after === "string" && /^[1-9]\d*$/.test(after) ? undefined : `no Retry-After: ${text}`
}

/** Whether something is broken, now or since a moment. */
export class Weather {
  #faulty = false
  #clearedAt = 0
  name = "none"

  begin(name: string): void {
    this.name = name
    this.#faulty = true
  }

  clear(): void {
    this.#faulty = false
    this.#clearedAt = performance.now()
  }

  get faulty(): boolean {
    return this.#faulty
  }

  faultySince(moment: number): boolean {
    return this.#faulty || this.#clearedAt > moment
  }
}

/** The pause before repeating an unanswered request. */
const comeBack = () => pause(200, undefined)

/**
 * Sends a request and judges the outcome: a response with one of the wanted statuses, or undefined if a fault allows
 * none. Anything else is a broken promise.
 */
export class Asker {
  readonly #weather: Weather
  readonly #figures: Figures

  constructor(weather: Weather, figures: Figures) {
    this.#weather = weather
    this.#figures = figures
  }

  async ask(url: string, wanted: ReadonlyArray<number>, asking: Asking = {}): Promise<Answer | undefined> {
    const began = performance.now()
    this.#figures.operations += 1
    const answer = await send(url, asking)
    const took = performance.now() - began
    this.#figures.maxResponseLength = Math.max(this.#figures.maxResponseLength, took)
    const told = `${asking.method ?? "GET"} ${new URL(url).pathname}`
    const weather = this.#weather.faulty ? `during "${this.#weather.name}"` : `after "${this.#weather.name}"`
    if (answer === "hang") {
      throw new Broken(`${told} was not answered within ${Math.round(took)} ms, ${weather}`)
    }
    if (answer !== "cut" && wanted.includes(answer.status)) return answer
    this.#figures.refused += 1
    if (!this.#weather.faultySince(began)) {
      throw new Broken(
        `${told} ${answer === "cut" ? "was cut" : `is ${answer.status}: ${answer.text}`}, although nothing is broken (${weather})`,
      )
    }
    if (answer === "cut") return comeBack()
    if (answer.status !== 503) throw new Broken(`${told} is ${answer.status}, ${weather}: ${answer.text}`)
    const flaw = flawOf(answer)
    if (flaw !== undefined) throw new Broken(`the 503 of ${told}, ${weather}, has ${flaw}`)
    return comeBack()
  }
}
